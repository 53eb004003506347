-- SPDX-License-Identifier: GPL-3.0-or-later
-- What scripts do, in equal parts: arithmetic, strings, tables, closures, coroutines, objects.
-- Argument: how much of it.  The output depends on nothing else.
local n = tonumber(arg[1])

local function bodies()
    local list = {}
    for i = 1, 5 do
        list[i] = {x = i * 1.5, y = 7 - i, z = i % 3, vx = 0.01 * i, vy = 0.02, vz = -0.01, m = 1 / i}
    end
    return list
end

local function nbody(steps)
    local list, dt = bodies(), 0.01
    for _ = 1, steps do
        for i = 1, #list do
            local a = list[i]
            for j = i + 1, #list do
                local b = list[j]
                local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
                local d2 = dx * dx + dy * dy + dz * dz + 0.1
                local mag = dt / (d2 * math.sqrt(d2))
                a.vx, a.vy, a.vz = a.vx - dx * b.m * mag, a.vy - dy * b.m * mag, a.vz - dz * b.m * mag
                b.vx, b.vy, b.vz = b.vx + dx * a.m * mag, b.vy + dy * a.m * mag, b.vz + dz * a.m * mag
            end
        end
        for _, b in ipairs(list) do
            b.x, b.y, b.z = b.x + dt * b.vx, b.y + dt * b.vy, b.z + dt * b.vz
        end
    end
    return string.format("%.9f", list[1].x + list[5].y)
end

local function strings(count)
    local parts, vowels = {}, 0
    for i = 1, count do
        local s = ("item-%d=%x;"):format(i, i * 7919)
        s = s:gsub("(%w+)-(%d+)", "%2:%1"):upper()
        for _ in s:gmatch("[AEIOU]") do
            vowels = vowels + 1
        end
        if s:find("7F", 1, true) then
            s = s:rep(2):reverse()
        end
        parts[#parts + 1] = s:sub(1, 12)
    end
    return #table.concat(parts, ","), vowels
end

local function tables(count)
    local seed, list = 42, {}
    for i = 1, count do
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        list[i] = seed % 10007
    end
    table.sort(list, function(a, b) return a < b end)
    local seen, distinct = {}, 0
    for _, v in ipairs(list) do
        if not seen[v] then
            seen[v] = true
            distinct = distinct + 1
        end
    end
    local sieve, primes = {}, 0
    for i = 2, count do
        if not sieve[i] then
            primes = primes + 1
            for j = i * i, count, i do
                sieve[j] = true
            end
        end
    end
    return list[count // 2], distinct, primes
end

local function closures(count)
    local function compose(f, g)
        return function(x) return f(g(x)) end
    end
    local sum = 0
    for i = 1, count do
        local k = i
        local add, twice = function(x) return x + k end, function(x) return 2 * x % 1000003 end
        sum = (sum + compose(add, compose(twice, add))(i)) % 1000003
    end
    return sum
end

local function coroutines(count)
    local function permute(list, k)
        if k == 0 then
            coroutine.yield(list)
            return
        end
        for i = 1, k do
            list[k], list[i] = list[i], list[k]
            permute(list, k - 1)
            list[k], list[i] = list[i], list[k]
        end
    end
    local sum = 0
    for _ = 1, count do
        for list in coroutine.wrap(function() permute({1, 2, 3, 4, 5}, 5) end) do
            sum = (sum * 31 + list[1] * list[5]) % 1000003
        end
    end
    return sum
end

local Shape = {}
Shape.__index = Shape
local Square = setmetatable({}, {__index = Shape})
Square.__index = Square
function Shape:scaled(k) return self:area() * k end
function Shape:area() return self.w * self.h end
function Square:area() return self.w * self.w end

local function objects(count)
    local total = 0
    for i = 1, count do
        local kind = i % 3 == 0 and Square or Shape
        local shape = setmetatable({w = i % 17, h = i % 13}, kind)
        total = total + shape:scaled(2)
        local ok = pcall(function() if i % 50 == 0 then error("odd one") end end)
        if not ok then
            total = total + 1
        end
    end
    return total
end

local function fib(k)
    if k < 2 then
        return k
    end
    return fib(k - 1) + fib(k - 2)
end

for round = 1, n do
    print(round, nbody(400), strings(900), tables(3000), closures(5000), coroutines(12),
          objects(3000), fib(18))
end
