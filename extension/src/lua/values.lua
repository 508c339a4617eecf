-- Python's values and operators, for macros that were written for Jinja.
--
-- nil is an undefined name, and `missing` one that is handed on; `null` is None, `void` what a condition without `else`
-- leaves. A list is a table with its length in `n`, a tuple one with `is_tuple`, and a dictionary has its keys in order.
-- Texts, numbers and truth values are Lua's own.
M, P, T, F, X = {}, {}, {}, {}, {}
null, void, missing = {}, {}, {}
concat = table.concat
local type, rawequal, whole = type, rawequal, math.type
local List, Dict = {}, {}

function fail(...)
    error(concat({ ... }), 0)
end

-- What a macro refuses, with its message for the reader.
function refuse(message)
    error({ refused = str(message) }, 0)
end

function absent(name)
    fail("'", name, "' is undefined")
end

function list(entries)
    return setmetatable(entries, List)
end

function tuple(entries)
    entries.is_tuple = true
    return setmetatable(entries, List)
end

function is_list(value)
    return type(value) == "table" and getmetatable(value) == List
end

function is_dict(value)
    return type(value) == "table" and getmetatable(value) == Dict
end

-- Keys that Python takes for one: 1, 1.0 and true; tuples of the same entries.
local function hashed(key)
    local kind = type(key)
    if kind == "string" then
        return key
    elseif kind == "boolean" then
        return key and 1 or 0
    elseif key == nil or key ~= key or is_dict(key) or is_list(key) and not key.is_tuple then
        fail("such a value cannot be a key")
    elseif is_list(key) then
        return "\0" .. repr(key)
    end
    return key
end

function put(dict, key, value)
    local at = hashed(key)
    if dict.map[at] == nil then
        dict.keys[#dict.keys + 1] = key
    end
    if value == nil then
        value = null
    end
    dict.map[at] = value
end

function of_key(dict, key)
    return dict.map[hashed(key)]
end

-- A dictionary of keys and values, one after the other.
function D(given, count)
    local dict = setmetatable({ keys = {}, map = {} }, Dict)
    for i = 1, count do
        put(dict, given[2 * i - 1], given[2 * i])
    end
    return dict
end

function dict()
    return setmetatable({ keys = {}, map = {} }, Dict)
end

-- dict(one, **other)
function merged(...)
    local made = dict()
    for i = 1, select("#", ...) do
        local one = select(i, ...)
        if is_dict(one) then
            X.update(made, one)
        else
            one = iter(one)
            for j = 1, one.n do
                put(made, unpacked(one[j], 2))
            end
        end
    end
    return made
end

function truth(value)
    if value == nil or value == missing then
        fail("a name is undefined")
    elseif value == false or value == null or value == void or value == 0 or value == "" then
        return false
    elseif is_list(value) then
        return value.n > 0
    elseif is_dict(value) then
        return #value.keys > 0
    end
    return true
end

-- A macro without parameters is called once; each caller gets its own list or dictionary of the same entries.
function constant(macro)
    local kept
    return function()
        if kept == nil then
            kept = macro()
        end
        if is_list(kept) then
            return slice(kept, null, null, null)
        elseif is_dict(kept) then
            return merged(kept)
        end
        return kept
    end
end

-- A macro by its name, with a dictionary of arguments.
function called(name, given)
    local macro, parameters = M[name], P[name]
    if macro == nil or parameters == nil then
        fail("no macro ", str(name), " can be asked by its name")
    end
    local arguments, taken = {}, 0
    for i = 1, #parameters do
        arguments[i] = given.map[parameters[i]]
        taken = taken + (arguments[i] ~= nil and 1 or 0)
    end
    if taken < #given.keys then
        fail(name, " takes no such argument")
    end
    return macro(table.unpack(arguments, 1, #parameters))
end

function eq(a, b)
    if a == missing or b == missing then
        fail("a name is undefined")
    elseif rawequal(a, b) then
        return true
    end
    if type(a) == "boolean" then
        a = a and 1 or 0
    end
    if type(b) == "boolean" then
        b = b and 1 or 0
    end
    if is_list(a) and is_list(b) then
        if a.n ~= b.n or a.is_tuple ~= b.is_tuple then
            return false
        end
        for i = 1, a.n do
            if not eq(a[i], b[i]) then
                return false
            end
        end
        return true
    elseif is_dict(a) and is_dict(b) then
        if #a.keys ~= #b.keys then
            return false
        end
        for key, value in pairs(a.map) do
            if not eq(value, b.map[key]) then
                return false
            end
        end
        return true
    end
    return a == b
end

local function number(value)
    if type(value) == "boolean" then
        return value and 1 or 0
    elseif type(value) ~= "number" then
        fail("a number is asked for, and this is ", kind_of(value))
    end
    return value
end

-- Whether a < b, or with `or_equal` a <= b. Texts by their bytes, which is the order of their characters.
function less(a, b, or_equal)
    if type(a) == "string" and type(b) == "string" then
        if or_equal then
            return not before(b, a)
        end
        return before(a, b)
    elseif is_list(a) and is_list(b) then
        for i = 1, math.min(a.n, b.n) do
            if not eq(a[i], b[i]) then
                return less(a[i], b[i])
            end
        end
        return less(a.n, b.n, or_equal)
    end
    a, b = number(a), number(b)
    if or_equal then
        return a <= b
    end
    return a < b
end

function contains(all, one)
    if type(all) == "string" then
        if type(one) ~= "string" then
            fail("a text holds texts alone, not ", kind_of(one))
        end
        return all:find(one, 1, true) ~= nil
    elseif is_dict(all) then
        return of_key(all, one) ~= nil
    end
    all = iter(all)
    local is_text = type(one) == "string"
    for i = 1, all.n do
        if all[i] == one or not is_text and eq(all[i], one) then
            return true
        end
    end
    return false
end

local function too_large()
    fail("a number beyond 64 bits")
end

local function both_whole(a, b)
    return whole(a) == "integer" and whole(b) == "integer"
end

function add(a, b)
    if type(a) == "string" and type(b) == "string" then
        return a .. b
    elseif is_list(a) and is_list(b) and a.is_tuple == b.is_tuple then
        local sum = setmetatable({ n = a.n + b.n, is_tuple = a.is_tuple }, List)
        table.move(a, 1, a.n, 1, sum)
        return table.move(b, 1, b.n, a.n + 1, sum)
    end
    a, b = number(a), number(b)
    local sum = a + b
    if both_whole(a, b) and (a ~ sum) & (b ~ sum) < 0 then
        too_large()
    end
    return sum
end

function neg(a)
    a = number(a)
    if a == math.mininteger and whole(a) == "integer" then
        too_large()
    end
    return -a
end

function sub(a, b)
    a, b = number(a), number(b)
    local difference = a - b
    if both_whole(a, b) and (a ~ b) & (a ~ difference) < 0 then
        too_large()
    end
    return difference
end

function mul(a, b)
    if type(b) == "string" or is_list(b) then
        a, b = b, a
    end
    if type(a) == "string" then
        return a:rep(number(b))
    elseif is_list(a) then
        local product = setmetatable({ n = a.n * math.max(number(b), 0), is_tuple = a.is_tuple }, List)
        for i = 0, product.n - 1 do
            product[i + 1] = a[i % a.n + 1]
        end
        return product
    end
    a, b = number(a), number(b)
    if both_whole(a, b) and math.abs((a + 0.0) * (b + 0.0)) >= 0x1p63 then
        too_large()
    end
    return a * b
end

function div(a, b)
    a, b = number(a), number(b)
    if b == 0 then
        fail("division by zero")
    elseif both_whole(a, b) and (a + 0.0 ~= a or b + 0.0 ~= b) then
        too_large()
    end
    return a / b
end

-- Quotient and remainder. Those of floats are Python's: 1 // 0.1 is 9.0.
local function divided(a, b)
    a, b = number(a), number(b)
    if b == 0 then
        fail("division by zero")
    elseif both_whole(a, b) then
        if a == math.mininteger and b == -1 then
            too_large()
        end
        return a // b, a % b
    end
    a, b = a * 1.0, b * 1.0
    local rest = math.fmod(a, b)
    local quotient = (a - rest) / b
    if rest == 0 then
        rest = b < 0 and -0.0 or 0.0
    elseif (b < 0) ~= (rest < 0) then
        rest, quotient = rest + b, quotient - 1.0
    end
    if quotient == 0 then
        return (a < 0) ~= (b < 0) and -0.0 or 0.0, rest
    end
    local floor = quotient // 1.0
    return quotient - floor > 0.5 and floor + 1.0 or floor, rest
end

function floordiv(a, b)
    return (divided(a, b))
end

function mod(a, b)
    local _, rest = divided(a, b)
    return rest
end

function pow(a, b)
    a, b = number(a), number(b)
    if both_whole(a, b) and b >= 0 then
        local product = 1
        if math.abs(a) > 1 and b > 64 then
            too_large()
        elseif a == -1 or b <= 64 then
            b = a == -1 and b % 2 or b
            for _ = 1, b do
                product = mul(product, a)
            end
            return product
        end
        return a
    elseif a == 0 and b < 0 then
        fail("zero cannot be raised to a negative power")
    elseif a < 0 and b % 1 ~= 0 then
        fail("a power that is no real number")
    end
    local power = (a + 0.0) ^ b
    if math.abs(power) == math.huge and math.abs(a) ~= math.huge and math.abs(b) ~= math.huge then
        fail("a power that is too large")
    end
    return power
end

function and_(a, other)
    if truth(a) then
        return other()
    end
    return a
end

function or_(a, other)
    if truth(a) then
        return a
    end
    return other()
end

-- value[key] and value.key: nil where there is none.
function get(value, key)
    if is_dict(value) then
        return of_key(value, key)
    elseif value == nil or value == missing then
        fail("a name is undefined, and has no ", str(key))
    end
    if whole(key) == "integer" then
        if is_list(value) then
            return value[key < 0 and value.n + key + 1 or key + 1]
        elseif type(value) == "string" then
            local characters = iter(value)
            return characters[key < 0 and characters.n + key + 1 or key + 1]
        end
    end
    return nil
end

-- What a loop goes through, as a list.
function iter(value)
    if is_list(value) then
        return value
    elseif is_dict(value) then
        return list(table.move(value.keys, 1, #value.keys, 1, { n = #value.keys }))
    elseif type(value) == "string" then
        return characters(value)
    elseif value == void then
        return list({ n = 0 })
    end
    fail("a loop goes through lists, not ", kind_of(value))
end

function kept(all, keeps)
    local some = list({ n = 0 })
    for i = 1, all.n do
        if keeps(all[i]) then
            some.n = some.n + 1
            some[some.n] = all[i]
        end
    end
    return some
end

function unpacked(value, count)
    value = iter(value)
    if value.n ~= count then
        fail(count, " values are asked for, and there are ", value.n)
    end
    return table.unpack(value, 1, count)
end

local function place(value, default, lowest, highest, length)
    if value == null then
        return default
    end
    value = number(value)
    if whole(value) ~= "integer" then
        fail("a slice has whole ends")
    end
    value = value < 0 and value + length or value
    return math.max(lowest, math.min(highest, value))
end

function slice(value, first, last, step)
    step = step == null and 1 or step
    local is_text = type(value) == "string"
    local all = is_text and step == 1 and not value:find("[\128-\255]") and { n = #value } or iter(value)
    if step == 0 then
        fail("a slice cannot have the step zero")
    end
    local lowest, highest = step < 0 and -1 or 0, step < 0 and all.n - 1 or all.n
    first = place(first, step < 0 and highest or lowest, lowest, highest, all.n)
    last = place(last, step < 0 and lowest or highest, lowest, highest, all.n)
    if is_text and not getmetatable(all) then
        return value:sub(first + 1, last)
    end
    local some = setmetatable({ n = 0, is_tuple = all.is_tuple }, List)
    for i = first, last + (step < 0 and 1 or -1), step do
        some.n = some.n + 1
        some[some.n] = all[i + 1]
    end
    return is_text and concat(some) or some
end

function range(first, last, step)
    if last == nil then
        first, last = 0, first
    end
    step = step or 1
    if step == 0 or not (both_whole(first, last) and whole(step) == "integer") then
        fail("a range goes from one whole number to another")
    end
    local all = list({ n = 0 })
    for i = first, last + (step > 0 and -1 or 1), step do
        all.n = all.n + 1
        all[all.n] = i
    end
    return all
end
