-- What DuckDB asks: the name of a table macro, its arguments as JSON; a statement is the answer.

-- Only as a text, which is no macro's to lay out for people.
M.laid_out = str

-- Models and their columns, of which dbt alone knows.
M.require_of_catalogue = function()
    return ""
end
M.warn_of_text = M.require_of_catalogue
M.columns_of_relation = M.require_of_catalogue

-- JSON, as Python reads it.

local ESCAPES =
    { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local WORDS = { ["true"] = true, ["false"] = false, null = null, NaN = 0.0 / 0.0, Infinity = math.huge }
local DEEPEST = 100

function json(text)
    local at, depth = 1, 0
    local value

    local function wrong(what)
        fail("no JSON, ", what, " at character ", at)
    end

    local function next_one()
        at = text:find("[^ \t\n\r]", at) or #text + 1
        return text:sub(at, at)
    end

    local function code()
        local digits = text:match("^\\u(%x%x%x%x)", at) or wrong("four digits are missing")
        at = at + 6
        return tonumber(digits, 16)
    end

    local function quoted()
        local parts = {}
        at = at + 1
        while true do
            local last = text:find('[%c"\\]', at) or wrong("a text without an end")
            parts[#parts + 1] = text:sub(at, last - 1)
            at = last
            local one = text:sub(at, at)
            if one == '"' then
                at = at + 1
                return concat(parts)
            elseif one == "\127" then
                parts[#parts + 1], at = one, at + 1
            elseif one ~= "\\" then
                wrong("a control character")
            elseif text:sub(at + 1, at + 1) == "u" then
                local number = code()
                if number >= 0xD800 and number < 0xDC00 and text:find("^\\u[dD][c-fC-F]", at) then
                    number = 0x10000 + (number - 0xD800) * 0x400 + code() - 0xDC00
                elseif number >= 0xD800 and number < 0xE000 then
                    wrong("a half of a character")
                end
                parts[#parts + 1] = utf8.char(number)
            else
                parts[#parts + 1] = ESCAPES[text:sub(at + 1, at + 1)] or wrong("an unknown escape")
                at = at + 2
            end
        end
    end

    local function entries(last, add_one)
        depth = depth + 1
        if depth > DEEPEST then
            wrong("too much within one another")
        end
        at = at + 1
        if next_one() == last then
            at = at + 1
        else
            repeat
                add_one()
                local one = next_one()
                if one ~= "," and one ~= last then
                    wrong("a comma is missing")
                end
                at = at + 1
            until one == last
        end
        depth = depth - 1
    end

    local function number()
        local digits = text:match("^-?%d+", at) or wrong("a value is missing")
        if digits:find("^-?0%d") then
            wrong("a number that begins with 0")
        end
        at = at + #digits
        local rest = text:match("^%.%d+", at) or ""
        rest = rest .. (text:match("^[eE][+-]?%d+", at + #rest) or "")
        at = at + #rest
        local read = tonumber(digits .. rest)
        return (rest ~= "" or #digits >= 20) and read * 1.0 or read
    end

    function value()
        local one = next_one()
        if one == '"' then
            return quoted()
        elseif one == "[" then
            local all = list({ n = 0 })
            entries("]", function() X.append(all, value()) end)
            return all
        elseif one == "{" then
            local dict = dict()
            entries("}", function()
                if next_one() ~= '"' then
                    wrong("a name is missing")
                end
                local key = quoted()
                if next_one() ~= ":" then
                    wrong("a colon is missing")
                end
                at = at + 1
                put(dict, key, value())
            end)
            return dict
        elseif text:find("^-Infinity", at) then
            at = at + 9
            return -math.huge
        end
        local word = text:match("^%a+", at)
        if word and WORDS[word] ~= nil then
            at = at + #word
            return WORDS[word]
        end
        return number()
    end

    local read = value()
    if next_one() ~= "" then
        wrong("more than one value")
    end
    return read
end

-- nil is NULL.
function asked(macro, arguments)
    local call = null
    if arguments ~= nil and arguments ~= "" then
        call = json(arguments)
    end
    return M.text_of_call(macro == nil and null or macro, call)
end

-- MD5.

local SHIFTS = { 7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21 }
local SINES = {}
for i = 1, 64 do
    SINES[i] = math.tointeger(math.abs(math.sin(i)) * 0x1p32 // 1)
end

function local_md5(text)
    local a0, b0, c0, d0 = 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476
    local padded = text .. "\128" .. ("\0"):rep((55 - #text) % 64) .. ("<I8"):pack(#text * 8)
    for first = 1, #padded, 64 do
        local words = { ("<" .. ("I4"):rep(16)):unpack(padded, first) }
        local a, b, c, d = a0, b0, c0, d0
        for i = 0, 63 do
            local mixed, word
            if i < 16 then
                mixed, word = (b & c) | (~b & d), i
            elseif i < 32 then
                mixed, word = (d & b) | (~d & c), (5 * i + 1) % 16
            elseif i < 48 then
                mixed, word = b ~ c ~ d, (3 * i + 5) % 16
            else
                mixed, word = c ~ (b | (~d & 0xFFFFFFFF)), 7 * i % 16
            end
            mixed = (mixed + a + SINES[i + 1] + words[word + 1]) & 0xFFFFFFFF
            local shift = SHIFTS[i // 16 * 4 + i % 4 + 1]
            a, d, c = d, c, b
            b = (b + ((mixed << shift) | (mixed >> (32 - shift)))) & 0xFFFFFFFF
        end
        a0, b0, c0, d0 = (a0 + a) & 0xFFFFFFFF, (b0 + b) & 0xFFFFFFFF, (c0 + c) & 0xFFFFFFFF, (d0 + d) & 0xFFFFFFFF
    end
    local bytes = ("<I4I4I4I4"):pack(a0, b0, c0, d0)
    return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end
