-- Jinja's tests, its filters, and the methods of lists and dictionaries. A filter gets value, keywords, arguments.

T.defined = function(value) return value ~= nil and value ~= void and value ~= missing end
T.none = function(value) return value == null end
T.string = function(value) return type(value) == "string" end
T.mapping = is_dict
T.iterable = function(value) return type(value) == "string" or is_list(value) or is_dict(value) or value == void end
T.sequence = T.iterable
T.number = function(value) return type(value) == "number" or type(value) == "boolean" end
T.boolean = function(value) return type(value) == "boolean" end
T.equalto = eq
T["in"] = function(value, all) return contains(all, value) end

-- The test of a name, or whether a value is true.
local function tested(name, argument)
    if name == nil then
        return truth
    end
    local test = T[name] or fail("no test ", name)
    return function(value) return test(value, argument) end
end

-- The value at a path, such as a.b.
local function at_path(value, path)
    if type(path) ~= "string" then
        return get(value, path)
    end
    for part in path:gmatch("[^.]+") do
        value = get(value, part:find("^%d+$") and math.tointeger(tonumber(part)) or part)
    end
    return value
end

local function not_(test)
    return function(value) return not test(value) end
end

local function of_attribute(name, test)
    return function(value) return test(at_path(value, name)) end
end

F.select = function(value, _, test, argument) return kept(iter(value), tested(test, argument)) end
F.reject = function(value, _, test, argument) return kept(iter(value), not_(tested(test, argument))) end
F.selectattr = function(value, _, name, test, argument)
    return kept(iter(value), of_attribute(name, tested(test, argument)))
end
F.rejectattr = function(value, _, name, test, argument)
    return kept(iter(value), not_(of_attribute(name, tested(test, argument))))
end

F.map = function(value, keywords, filter, argument)
    local all, made = iter(value), list({ n = 0 })
    made.n = all.n
    for i = 1, all.n do
        if keywords.attribute ~= nil then
            made[i] = at_path(all[i], keywords.attribute)
        else
            made[i] = (F[filter] or fail("no filter ", str(filter)))(all[i], {}, argument)
        end
    end
    return made
end

F.list = function(value)
    local all = iter(value)
    return list(table.move(all, 1, all.n, 1, { n = all.n }))
end

F.join = function(value, keywords, separator)
    local all, texts = iter(value), {}
    for i = 1, all.n do
        texts[i] = str(keywords.attribute and at_path(all[i], keywords.attribute) or all[i])
    end
    return concat(texts, separator and str(separator) or "")
end

F.length = function(value)
    return type(value) == "string" and length_of(value) or is_dict(value) and #value.keys or iter(value).n
end

F.string = str
F.first = function(value) return iter(value)[1] end
F.last = function(value) local all = iter(value); return all[all.n] end
F.default = function(value, _, other) if T.defined(value) then return value end return other end
F.reverse = function(value) return slice(value, null, null, -1) end

F.int = function(value, _, default)
    default = default or 0
    if type(value) == "boolean" then
        return value and 1 or 0
    elseif type(value) == "string" then
        local whole = to_int(value)
        if whole then
            return whole
        end
        value = to_float(value)
        if value == nil or value ~= value or value == math.huge or value == -math.huge then
            return default
        end
    elseif type(value) ~= "number" or value ~= value then
        return default
    end
    return math.tointeger(value < 0 and -(-value // 1) or value // 1) or fail("a number beyond 64 bits")
end

F.float = function(value, _, default)
    default = default or 0.0
    if type(value) == "boolean" then
        return value and 1.0 or 0.0
    elseif type(value) == "string" then
        return to_float(value) or default
    end
    return type(value) == "number" and value * 1.0 or default
end

F.round = function(value, _, digits)
    if math.type(value) == "integer" or value ~= value or value == math.huge or value == -math.huge then
        return value
    end
    local text = ("%%.%df"):format(digits or 0):format(value):gsub("[^%d-]", ".")
    return tonumber(text .. "e0")
end

-- What a value is compared by: small letters, unless case matters.
local function keys_of(all, keywords)
    local keys = {}
    for i = 1, all.n do
        local key = all[i]
        if keywords.attribute ~= nil then
            key = at_path(key, keywords.attribute)
        end
        keys[i] = type(key) == "string" and not keywords.case_sensitive and X.lower(key) or key
    end
    return keys
end

F.unique = function(value, keywords)
    local all, seen = iter(value), dict()
    local keys, place = keys_of(all, keywords), 0
    return kept(all, function()
        place = place + 1
        local is_new = of_key(seen, keys[place]) == nil
        put(seen, keys[place], true)
        return is_new
    end)
end

-- Equal ones stay in their order.
local function merge(order, keys, first, last)
    if first >= last then
        return
    end
    local middle = (first + last) // 2
    merge(order, keys, first, middle)
    merge(order, keys, middle + 1, last)
    local left, i, j = table.move(order, first, middle, 1, {}), 1, middle + 1
    for place = first, last do
        if left[i] and (j > last or not less(keys[order[j]], keys[left[i]])) then
            order[place], i = left[i], i + 1
        elseif left[i] then
            order[place], j = order[j], j + 1
        end
    end
end

F.sort = function(value, keywords)
    local all, order, sorted = iter(value), {}, list({ n = 0 })
    for i = 1, all.n do
        order[i] = i
    end
    merge(order, keys_of(all, keywords), 1, all.n)
    for i = 1, all.n do
        sorted[i] = all[order[i]]
    end
    sorted.n = all.n
    return sorted
end

local function extreme(value, keywords, is_better)
    local all = iter(value)
    local keys, best = keys_of(all, keywords), 1
    for i = 2, all.n do
        best = is_better(keys[i], keys[best]) and i or best
    end
    return all[best]
end

F.max = function(value, keywords) return extreme(value, keywords, function(a, b) return less(b, a) end) end
F.min = function(value, keywords) return extreme(value, keywords, less) end

F.sum = function(value, keywords, attribute)
    local all, total = iter(value), keywords.start or 0
    attribute = attribute or keywords.attribute
    for i = 1, all.n do
        total = add(total, attribute and at_path(all[i], attribute) or all[i])
    end
    return total
end

-- Methods.

local function length_to_add(all)
    if not is_list(all) or all.is_tuple then
        fail("only a list can be added to")
    end
    return all.n
end

X.append = function(all, value)
    local n = length_to_add(all) + 1
    if value == nil then
        value = null
    end
    all.n, all[n] = n, value
    return null
end

X.extend = function(all, other)
    local n = length_to_add(all)
    other = iter(other)
    table.move(other, 1, other.n, n + 1, all)
    all.n = n + other.n
    return null
end

X.clear = function(all)
    for i = length_to_add(all), 1, -1 do
        all[i] = nil
    end
    all.n = 0
    return null
end

X.update = function(dict, other)
    for _, key in ipairs(other.keys) do
        put(dict, key, of_key(other, key))
    end
    return null
end

X.get = function(dict, key, default)
    local value = of_key(dict, key)
    if value ~= nil then
        return value
    end
    return default == nil and null or default
end

X.keys = iter

X.values = function(dict)
    local all = list({ n = #dict.keys })
    for i, key in ipairs(dict.keys) do
        all[i] = of_key(dict, key)
    end
    return all
end

X.items = function(dict)
    local all = list({ n = #dict.keys })
    for i, key in ipairs(dict.keys) do
        all[i] = tuple({ n = 2, key, of_key(dict, key) })
    end
    return all
end

X.count = function(value, one)
    if type(value) == "string" then
        return one == "" and length_of(value) + 1 or X.split(value, one).n - 1
    end
    return kept(value, function(each) return eq(each, one) end).n
end

X.index = function(all, one)
    for i = 1, is_list(all) and all.n or fail("only a list has an index") do
        if eq(all[i], one) then
            return i - 1
        end
    end
    fail(repr(one), " is not in the list")
end
