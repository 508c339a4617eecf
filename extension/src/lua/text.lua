-- Python's texts: how values are written, and characters beyond ASCII.
local BEYOND = "[\xC2-\xFD][\x80-\xBF]*"
local UTF8 = "[\0-\x7F\xC2-\xFD][\x80-\xBF]*"
local known
local mtype = math.type

-- What Python knows of characters, read when the first one beyond ASCII comes along.
local function unicode()
    known = known or chunk("lua/unicode.lua")()
    return known
end

local function is_ascii(text)
    return not text:find("[\128-\255]")
end

-- Whether a character is of a set, which has first and last of each range.
local function is_of(name, character)
    local ranges, number = unicode()[name], utf8.codepoint(character)
    local low, high = 1, #ranges // 2
    while low <= high do
        local middle = (low + high) // 2
        if number < ranges[2 * middle - 1] then
            high = middle - 1
        elseif number > ranges[2 * middle] then
            low = middle + 1
        else
            return true
        end
    end
    return false
end

function characters(text)
    local all = list({ n = 0 })
    for character in text:gmatch(UTF8) do
        all.n = all.n + 1
        all[all.n] = character
    end
    return all
end

function length_of(text)
    return is_ascii(text) and #text or utf8.len(text) or fail("a text that is not UTF-8")
end

-- How a float is written: as few digits as are read as the same number again.
local function shortest(value)
    if value ~= value then
        return "nan"
    elseif value == math.huge or value == -math.huge then
        return value > 0 and "inf" or "-inf"
    end
    -- Fifteen digits and no fewer: what is written with fewer has zeros there, but for numbers that are nearly none.
    for digits = math.abs(value) < 2.3e-308 and 1 or 15, 17 do
        -- A machine's settings may write a comma, or something else.
        local text = ("%%.%de"):format(digits - 1):format(value):gsub("^(-?%d)[^%de+-]+", "%1.")
        local sign, first, rest, exponent = text:match("^(-?)(%d)%.?(%d*)e([+-]%d+)$")
        local mantissa = first .. rest
        -- Below a power of two numbers are closer together: the next digits may be read as it where the nearest are not.
        for _, each in ipairs({ mantissa, tostring(math.tointeger(tonumber(mantissa)) + 1) }) do
            if #each == digits and tonumber(sign .. each .. "e" .. exponent - digits + 1) == value then
                return sign, (each:gsub("(.)0+$", "%1")), tonumber(exponent)
            end
        end
    end
end

local function float(value)
    local sign, mantissa, exponent = shortest(value)
    if mantissa == nil then
        return sign
    elseif exponent < -4 or exponent >= 16 then
        local rest = #mantissa > 1 and "." .. mantissa:sub(2) or ""
        return ("%s%s%se%s%02d"):format(sign, mantissa:sub(1, 1), rest, exponent < 0 and "-" or "+", math.abs(exponent))
    elseif exponent < 0 then
        return sign .. "0." .. ("0"):rep(-exponent - 1) .. mantissa
    elseif #mantissa <= exponent + 1 then
        return sign .. mantissa .. ("0"):rep(exponent + 1 - #mantissa) .. ".0"
    end
    return sign .. mantissa:sub(1, exponent + 1) .. "." .. mantissa:sub(exponent + 2)
end

local ESCAPES = { ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escaped(character)
    if ESCAPES[character] then
        return ESCAPES[character]
    elseif #character > 1 and is_of("is_printable", character) then
        return character
    end
    local number = utf8.codepoint(character)
    return (number < 256 and "\\x%02x" or number < 65536 and "\\u%04x" or "\\U%08x"):format(number)
end

function repr(value)
    if type(value) ~= "string" then
        return str(value)
    end
    local quote = value:find("'", 1, true) and not value:find('"', 1, true) and '"' or "'"
    local text = value:gsub("[\0-\x1F\\\x7F]", escaped)
    text = is_ascii(text) and text or text:gsub(BEYOND, escaped)
    return quote .. (quote == "'" and text:gsub("'", "\\'") or text) .. quote
end

function kind_of(value)
    return (value == nil or value == missing) and "undefined" or value == null and "None" or is_list(value) and "a list"
        or is_dict(value) and "a dictionary" or "a " .. type(value)
end

function str(value)
    local kind = type(value)
    if kind == "string" then
        return value
    elseif kind == "number" then
        return mtype(value) == "integer" and ("%d"):format(value) or float(value)
    elseif kind == "boolean" then
        return value and "True" or "False"
    elseif value == null then
        return "None"
    elseif value == void then
        return ""
    elseif is_list(value) then
        local written = {}
        for i = 1, value.n do
            written[i] = repr(value[i])
        end
        local text = concat(written, ", ")
        return value.is_tuple and "(" .. text .. (value.n == 1 and ",)" or ")") or "[" .. text .. "]"
    elseif is_dict(value) then
        local written = {}
        for i, key in ipairs(value.keys) do
            written[i] = repr(key) .. ": " .. repr(of_key(value, key))
        end
        return "{" .. concat(written, ", ") .. "}"
    end
    fail(type(value) == "function" and "a macro is no text" or "a name is undefined")
end

function cat(...)
    local texts = { ... }
    for i = 1, select("#", ...) do
        texts[i] = str(texts[i])
    end
    return concat(texts)
end

-- Small and capital letters.

local SMALL, CAPITAL = {}, {}
for letter in ("abcdefghijklmnopqrstuvwxyz"):gmatch(".") do
    local capital = string.char(letter:byte() - 32)
    SMALL[capital], CAPITAL[letter] = letter, capital
end

-- Whether the next character in a direction, but for those that a word passes over, is a letter.
local function is_letter_next(all, place, direction)
    repeat
        place = place + direction
    until not all[place] or not (#all[place] == 1 and all[place]:find("['.:^`]") or #all[place] > 1 and is_of("is_passed", all[place]))
    local one = all[place]
    return one ~= nil and (#one == 1 and one:find("[A-Za-z]") ~= nil or #one > 1 and is_of("is_cased", one))
end

-- A sigma at the end of a word has a form of its own.
local function with_sigmas(text)
    local all = characters(text)
    local written = table.move(all, 1, all.n, 1, {})
    for i = 1, all.n do
        if all[i] == "Σ" then
            written[i] = is_letter_next(all, i, -1) and not is_letter_next(all, i, 1) and "ς" or "σ"
        end
    end
    return concat(written)
end

local function lowered(text)
    if not is_ascii(text) then
        text = text:find("Σ", 1, true) and with_sigmas(text) or text
        text = text:gsub(BEYOND, unicode().lower)
    end
    return (text:gsub("[A-Z]", SMALL))
end

local function raised(text)
    text = text:gsub("[a-z]", CAPITAL)
    return is_ascii(text) and text or (text:gsub(BEYOND, unicode().upper))
end

F.lower = function(value) return lowered(str(value)) end
F.upper = function(value) return raised(str(value)) end
X.lower = lowered
X.upper = raised

-- Which characters a text has.

local function is_all(text, ascii, name)
    if text == "" or text:find("[^" .. ascii .. "\128-\255]") then
        return false
    end
    for one in text:gmatch(BEYOND) do
        if not is_of(name, one) then
            return false
        end
    end
    return true
end

X.isalnum = function(text) return is_all(text, "0-9A-Za-z", "is_alnum") end
X.isdigit = function(text) return is_all(text, "0-9", "is_digit") end
X.isascii = is_ascii

-- Ends of a text, and its parts.

local BLANKS = "\t\n\v\f\r\x1C\x1D\x1E\x1F "

local function is_blank(character)
    return #character == 1 and BLANKS:find(character, 1, true) ~= nil or #character > 1 and is_of("is_space", character)
end

local function stripped(text, set, at_start, at_end)
    local goes = is_blank
    if set ~= nil and set ~= null then
        local of_set = {}
        for one in set:gmatch(UTF8) do
            of_set[one] = true
        end
        goes = function(character) return of_set[character] end
    end
    local first, last = 1, #text
    while at_start and first <= last do
        local one = text:match("^" .. UTF8, first)
        if one == nil or not goes(one) then
            break
        end
        first = first + #one
    end
    while at_end and last >= first do
        local start = last
        while start > first and text:byte(start) >= 0x80 and text:byte(start) < 0xC0 do
            start = start - 1
        end
        if not goes(text:sub(start, last)) then
            break
        end
        last = start - 1
    end
    return text:sub(first, last)
end

X.strip = function(text, set) return stripped(text, set, true, true) end
X.lstrip = function(text, set) return stripped(text, set, true, false) end
X.rstrip = function(text, set) return stripped(text, set, false, true) end
F.trim = function(value, _, set) return stripped(str(value), set, true, true) end

local function words_of(text, limit)
    local found, start = list({ n = 0 }), nil
    local function add_one(word)
        found.n = found.n + 1
        found[found.n] = word
    end
    if is_ascii(text) and limit < 0 then
        for word in text:gmatch("[^" .. BLANKS .. "]+") do
            add_one(word)
        end
        return found
    end
    for place, one in text:gmatch("()(" .. UTF8 .. ")") do
        if is_blank(one) then
            if start then
                add_one(text:sub(start, place - 1))
            end
            start = nil
        elseif not start then
            if found.n == limit then
                add_one(text:sub(place))
                return found
            end
            start = place
        end
    end
    if start then
        add_one(text:sub(start))
    end
    return found
end

X.split = function(text, separator, limit)
    limit = limit or -1
    if separator == nil or separator == null then
        return words_of(text, limit)
    elseif separator == "" then
        fail("a text is split at something")
    end
    local parts, at = list({ n = 0 }), 1
    while limit < 0 or parts.n < limit do
        local first, last = text:find(separator, at, true)
        if not first then
            break
        end
        parts.n = parts.n + 1
        parts[parts.n] = text:sub(at, first - 1)
        at = last + 1
    end
    parts.n = parts.n + 1
    parts[parts.n] = text:sub(at)
    return parts
end

X.partition = function(text, separator)
    local first, last = text:find(separator, 1, true)
    if not first then
        return tuple({ n = 3, text, "", "" })
    end
    return tuple({ n = 3, text:sub(1, first - 1), separator, text:sub(last + 1) })
end

X.startswith = function(text, start) return text:sub(1, #start) == start end
X.endswith = function(text, last) return last == "" or text:sub(-#last) == last end

F.replace = function(value, _, old, new, limit)
    value, old, new = str(value), str(old), str(new)
    limit = (limit == nil or limit == null or limit < 0) and math.huge or limit
    local parts, at, count = {}, 1, 0
    while count < limit do
        local first, last = value:find(old, at, true)
        if old == "" then
            -- Before each character, and after the last.
            parts[#parts + 1] = new
            if at > #value then
                break
            end
            local one = value:match("^" .. UTF8, at) or fail("a text that is not UTF-8")
            first, last, parts[#parts + 1] = at, at + #one - 1, one
        elseif not first then
            break
        else
            parts[#parts + 1] = value:sub(at, first - 1)
            parts[#parts + 1] = new
        end
        at, count = last + 1, count + 1
    end
    parts[#parts + 1] = value:sub(at)
    return concat(parts)
end

-- "{} of {name}".format(...), without what may stand after a colon.
X.format = function(text, keywords, ...)
    local given, count, next_one, parts, at = { ... }, select("#", ...), 0, {}, 1
    while true do
        local first = text:find("[{}]", at)
        if not first then
            parts[#parts + 1] = text:sub(at)
            return concat(parts)
        end
        parts[#parts + 1] = text:sub(at, first - 1)
        local brace = text:sub(first, first)
        if text:sub(first + 1, first + 1) == brace then
            parts[#parts + 1], at = brace, first + 2
        else
            local name, last = text:match("^{([%w_]*)}()", first)
            local place = name == "" and next_one + 1 or name and name:find("^%d+$") and tonumber(name) + 1
            local value = place and given[place] or not place and name and keywords[name]
            if name == nil or value == nil or place and place > count then
                fail("a format that is not filled: ", text)
            end
            next_one = name == "" and next_one + 1 or next_one
            parts[#parts + 1], at = str(value), last
        end
    end
end

-- Numbers in texts.

-- With the digits of other scripts as ours.
local function in_our_digits(text)
    if is_ascii(text) then
        return text
    end
    return (text:gsub(BEYOND, function(one)
        local number = utf8.codepoint(one)
        for _, zero in ipairs(unicode().zeros) do
            if number >= zero and number <= zero + 9 then
                return tostring(number - zero)
            end
        end
    end))
end

-- The sign of a number and what follows it. The separators of ASCII are blanks to strip(), and to float() and int() they are not.
local function signed(text)
    local number = text:find("[\x1C-\x1F]") and text or in_our_digits(stripped(text, nil, true, true))
    return number:match("^([+-]?)(.*)$")
end

function to_float(text)
    local sign, plain = signed(text)
    local word = lowered(plain)
    if word == "inf" or word == "infinity" then
        return sign == "-" and -math.huge or math.huge
    elseif word == "nan" then
        return 0.0 / 0.0
    elseif plain:find("^_") or plain:find("__") or plain:find("_$") or plain:find("%D_") or plain:find("_%D") then
        return nil
    end
    plain = plain:gsub("_", "")
    if not (plain:find("^%d+%.?%d*") or plain:find("^%.%d+")) or plain:find("[^%d.eE+-]") then
        return nil
    end
    local value = tonumber(plain)
    return value and (sign == "-" and -1.0 or 1.0) * value
end

function to_int(text)
    local sign, plain = signed(text)
    if not plain:find("^[%d_]+$") or plain:find("^_") or plain:find("__") or plain:find("_$") then
        return nil
    end
    local value = tonumber((plain:gsub("_", "")))
    if mtype(value) ~= "integer" then
        fail("a number beyond 64 bits: ", text)
    end
    return sign == "-" and -value or value
end
