// A key's value contains instants as little-endian doubles. The script needs Redis 5, because older versions refuse writes
// after reading the clock.

import type { Decision, RateWindow } from '../values/windows.ts'

// A packed string costs one read and one write per call, while a set or list costs three to six commands. The time is the
// Redis server's.
export const decideScript = `
local log = redis.call('GET', KEYS[1]) or ''
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local counts, longest = ARGV[1] == 'take', tonumber(ARGV[2])
local size = #log / 8
local function at(position) return (struct.unpack('<d', log, position * 8 + 1)) end
local function keep() redis.call('SET', KEYS[1], log, 'PX', longest) end

if size > 0 and at(size - 1) > now then
  local back, moved = at(size - 1) - now, {}
  for position = 0, size - 1 do moved[position + 1] = struct.pack('<d', at(position) - back) end
  log = table.concat(moved)
  keep()
end

local oldest, wait, starts = size, 0, {}
for index = 3, #ARGV, 2 do
  local quota, span = tonumber(ARGV[index]), ARGV[index + 1] * 1000
  local low, high = 0, size
  while low < high do
    local middle = math.floor((low + high) / 2)
    if at(middle) + span > now then high = middle else low = middle + 1 end
  end
  starts[index] = low
  oldest = math.min(oldest, low)
  if size - low >= quota then wait = math.max(wait, at(size - quota) + span - now) end
end

if counts and wait == 0 then
  log = string.sub(log, oldest * 8 + 1) .. struct.pack('<d', now)
  keep()
  size = #log / 8
  for index, start in pairs(starts) do starts[index] = start - oldest end
end

local reply = { wait }
for index = 3, #ARGV, 2 do
  local used, reset = size - starts[index], 0
  if used > 0 then reset = at(starts[index]) + ARGV[index + 1] * 1000 - now end
  reply[#reply + 1] = math.max(0, ARGV[index] - used)
  reply[#reply + 1] = reset
end
return reply
`

// Cached per table of limits, because callers pass the same array every time.
const windowArguments = new WeakMap<readonly RateWindow[], string[]>()

export function scriptArguments(windows: readonly RateWindow[]): string[] {
  const known = windowArguments.get(windows)
  if (known) return known
  const longestMs = Math.max(...windows.map(({ windowMs }) => windowMs))
  const made = [longestMs, ...windows.flatMap(({ quota, windowMs }) => [quota, windowMs])].map(String)
  windowArguments.set(windows, made)
  return made
}

export function readReply(reply: number[], windows: readonly RateWindow[]): Decision {
  const waitUs = reply[0] ?? 0
  return {
    allowed: waitUs === 0,
    windows: windows.map(({ name }, index) => ({
      name,
      remaining: reply[index * 2 + 1] ?? 0,
      resetMs: (reply[index * 2 + 2] ?? 0) / 1000,
    })),
    retryAfterMs: waitUs / 1000,
  }
}
