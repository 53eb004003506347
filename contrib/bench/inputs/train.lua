-- SPDX-License-Identifier: GPL-3.0-or-later
-- To train on: other programs than those of mixed.lua, of the same kinds.
-- Argument: how much of it.
local n = tonumber(arg[1])

local function sieve(top)
    local composite, primes = {}, 0
    for i = 2, top do
        if not composite[i] then
            primes = primes + 1
            for j = i * i, top, i do
                composite[j] = true
            end
        end
    end
    return primes
end

local function queens(size)
    local columns, up, down, found = {}, {}, {}, 0
    local function place(row)
        if row > size then
            found = found + 1
            return
        end
        for c = 1, size do
            if not (columns[c] or up[row + c] or down[row - c]) then
                columns[c], up[row + c], down[row - c] = true, true, true
                place(row + 1)
                columns[c], up[row + c], down[row - c] = nil, nil, nil
            end
        end
    end
    place(1)
    return found
end

local function serialise(value)
    if type(value) == "table" then
        local keys, out = {}, {}
        for k in pairs(value) do
            keys[#keys + 1] = tostring(k)
        end
        table.sort(keys)
        for _, k in ipairs(keys) do
            out[#out + 1] = k .. "=" .. serialise(value[k] or value[tonumber(k)])
        end
        return "{" .. table.concat(out, ",") .. "}"
    end
    return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

local function words(count)
    local counts = {}
    for i = 1, count do
        local line = "the " .. i % 17 .. " quick foxes, " .. i % 5 .. " lazy dogs"
        for word in line:gmatch("%a+") do
            counts[word] = (counts[word] or 0) + #word
        end
        line = line:gsub("%d+", function(d) return d * 2 end)
        counts[line:sub(-9)] = line:byte(5)
    end
    return counts
end

local Shape = {}
Shape.__index = Shape
function Shape.new(w, h) return setmetatable({w = w, h = h}, Shape) end
function Shape:area() return self.w * self.h end
Shape.__add = function(a, b) return Shape.new(a.w + b.w, math.max(a.h, b.h)) end

local function matrix(size)
    local sum, a = 0.0, {}
    for i = 1, size do
        a[i] = {}
        for j = 1, size do
            a[i][j] = (i * j) % 7 + 0.5
        end
    end
    for i = 1, size do
        for j = 1, size do
            local cell = 0.0
            for k = 1, size do
                cell = cell + a[i][k] * a[k][j]
            end
            sum = sum + cell
        end
    end
    return sum
end

local function numbers(top)
    return coroutine.wrap(function()
        for i = 1, top do
            coroutine.yield(i // 3 ~ i << 2)
        end
    end)
end

for round = 1, n do
    local shape, bits = Shape.new(1, 2), 0
    for i = 1, 3000 do
        shape = shape + Shape.new(i % 3, i % 11)
    end
    for v in numbers(4000) do
        bits = bits ~ v
    end
    print(round, sieve(12000), queens(6), #serialise(words(900)), shape:area(), matrix(28), bits,
          pcall(error, "no"))
end
