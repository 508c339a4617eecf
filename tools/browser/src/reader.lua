-- What extension/src/reader.c does, for the Lua of a browser. TEXTS: the files that to_lua.py writes, by name.
local texts, compile, protected = TEXTS, load, pcall

local function chunk(name)
    local text = texts[name] or error("no file " .. name)
    return assert(compile(text, "=" .. name, "t"))
end

function before(a, b)
    return a < b
end

for _, name in ipairs({ "values", "text", "filters", "asked" }) do
    chunk("lua/" .. name .. ".lua")()
end
local index = chunk("lua/index.lua")()
setmetatable(M, {
    __index = function(macros, name)
        if not index[name] then
            return nil
        end
        chunk(index[name])()
        return rawget(macros, name)
    end,
})

-- "+" and what was asked for, or "-" and why it is refused.
local function answered(ok, found)
    if ok then
        return "+" .. found
    end
    local refused = type(found) == "table" and found.refused
    return "-" .. (refused or "rankhouse cannot read this call: " .. tostring(found):gsub("%c", " "))
end

-- The SQL of a call of a table macro.
function rankhouse_sql(macro, arguments)
    return answered(protected(asked, macro, arguments))
end

-- The text of another macro of the package, such as a message. arguments: a list as JSON.
function rankhouse_says(macro, arguments)
    return answered(protected(function()
        local given = json(arguments)
        return str(M[macro](table.unpack(given, 1, given.n)))
    end))
end
