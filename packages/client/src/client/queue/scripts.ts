/** Part of every key: programs that lay out a batch in another way do not meet. */
export const KEYS = 'surety:1'

/** The parts of a batch; scripts get their keys in this order. */
export const PARTS = ['meta', 'marks', 'sealed', 'calls', 'order', 'ends'] as const

/** The answer of the server to a mark; `ok` has the number of the mark behind it. */
export type MarkReply = 'ok' | `ok ${number}` | 'cancelled' | 'finished' | 'taken'

/** Whether the worker of a mark gives a sign of life. */
const IS_ALIVE = `local function isAlive(mark)
  return redis.call('EXISTS', '${KEYS}:worker:' .. mark.by) == 1
end
`

/**
 * Steps that must not be torn apart. A mark is given out once: whoever has it may start the call. All may be sent twice,
 * because a lost connection does not tell what the server did.
 */
export const SCRIPTS = {
  /** ARGV nonce of a new batch. */
  create: `return redis.call('HSETNX', KEYS[1], 'nonce', ARGV[1])`,
  /** ARGV key, place and text of each call. Returns the keys of those that were never started. */
  add: `
    local open = {}
    for at = 1, #ARGV, 3 do
      local key = ARGV[at]
      redis.call('HSET', KEYS[4], key, ARGV[at + 2])
      redis.call('ZADD', KEYS[5], ARGV[at + 1], key)
      if redis.call('HEXISTS', KEYS[2], key) + redis.call('HEXISTS', KEYS[3], key) == 0 then
        table.insert(open, key)
      end
    end
    return open`,
  /** Returns figures of the batch, then the keys and marks of the calls whose worker is silent. */
  look: `${IS_ALIVE}
    local known = redis.call('HMGET', KEYS[1], 'nonce', 'cancelled', 'succeeded', 'failed')
    local marks = redis.call('HGETALL', KEYS[2])
    local found = {
      known[1] or '', known[2] or '', known[3] or '0', known[4] or '0',
      redis.call('HLEN', KEYS[4]), #marks / 2, redis.call('LLEN', KEYS[6])
    }
    for at = 1, #marks, 2 do
      if not isAlive(cjson.decode(marks[at + 1])) then
        table.insert(found, marks[at])
        table.insert(found, marks[at + 1])
      end
    end
    return found`,
  /** ARGV key. Returns what holds for the call, and the id of its earlier start. */
  claim: `${IS_ALIVE}
    local known = redis.call('HMGET', KEYS[1], 'cancelled', 'earlier ' .. ARGV[1])
    if known[1] then return {'cancelled', ''} end
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    if old then
      local mark = cjson.decode(old)
      return {isAlive(mark) and 'running' or 'doubt', mark.call}
    end
    if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return {'finished', ''} end
    return {'free', known[2] or ''}`,
  /** ARGV key, mark, its id, the id of the start that is taken over. */
  mark: `
    local known = redis.call('HMGET', KEYS[1], 'nonce', 'cancelled')
    if known[2] or not known[1] then return 'cancelled' end
    if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return 'finished' end
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    if old then
      local id = cjson.decode(old).call
      if id == ARGV[3] then return 'ok' end
      if id ~= ARGV[4] then return 'taken' end
    end
    local mark, time = cjson.decode(ARGV[2]), redis.call('TIME')
    mark.at = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(mark))
    return 'ok ' .. redis.call('INCR', '${KEYS}:marked')`,
  /** ARGV key, id. Returns whether the start of that id still counts. */
  isMarked: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    return old and cjson.decode(old).call == ARGV[2] and 1 or 0`,
  /** ARGV key, id. */
  withdraw: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    if old and cjson.decode(old).call == ARGV[2] then redis.call('HDEL', KEYS[2], ARGV[1]) end
    return 1`,
  /** ARGV key, id. Its worker lives and says no more about it, so that it is in doubt. */
  letGo: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    local mark = old and cjson.decode(old)
    if mark and mark.call == ARGV[2] then
      mark.by = ''
      redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(mark))
    end
    return 1`,
  /** ARGV key, the id of the mark, end, counter. Without a mark the server forgot the start. */
  seal: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if known then return string.sub(known, 1, #ARGV[2]) == ARGV[2] and 1 or 0 end
    if old and cjson.decode(old).call ~= ARGV[2] then return 0 end
    redis.call('HSET', KEYS[3], ARGV[1], ARGV[2] .. ARGV[3])
    redis.call('HDEL', KEYS[2], ARGV[1])
    redis.call('HINCRBY', KEYS[1], ARGV[4], 1)
    redis.call('RPUSH', KEYS[6], ARGV[1])
    return 1`,
  /** ARGV key, the id of the end that was looked at, a new end, counter. */
  resettle: `
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if not known or string.sub(known, 1, #ARGV[2]) ~= ARGV[2] then return 0 end
    if known == ARGV[2] .. ARGV[3] then return 1 end
    redis.call('HSET', KEYS[3], ARGV[1], ARGV[2] .. ARGV[3])
    redis.call('HINCRBY', KEYS[1], 'failed', -1)
    redis.call('HINCRBY', KEYS[1], ARGV[4], 1)
    return 1`,
  /** ARGV key, the id of the mark or end that was looked at. */
  reopen: `${IS_ALIVE}
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    local mark = old and cjson.decode(old)
    if mark and (mark.call ~= ARGV[2] or isAlive(mark)) then return 0 end
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if known and string.sub(known, 1, #ARGV[2]) ~= ARGV[2] then return 0 end
    if known then
      redis.call('HDEL', KEYS[3], ARGV[1])
      redis.call('HINCRBY', KEYS[1], 'failed', -1)
    end
    if old then redis.call('HSET', KEYS[1], 'earlier ' .. ARGV[1], ARGV[2]) end
    redis.call('HDEL', KEYS[2], ARGV[1])
    return 1`,
  /** ARGV a name or key. Returns of each call that it means the key, the id of its silent start, and its end. */
  named: `${IS_ALIVE}
    local found = {}
    for _, key in ipairs(redis.call('ZRANGE', KEYS[5], 0, -1)) do
      if key == ARGV[1] or string.match(key, '^(.*)@') == ARGV[1] then
        local old = redis.call('HGET', KEYS[2], key)
        local mark = old and cjson.decode(old)
        table.insert(found, key)
        table.insert(found, mark and not isAlive(mark) and mark.call or '')
        table.insert(found, redis.call('HGET', KEYS[3], key) or '')
      end
    end
    return found`,
  /** ARGV a worker, how it describes itself, its lease. Returns whether its sign before was still there. */
  beat: `
    local key = '${KEYS}:worker:' .. ARGV[1]
    local had = redis.call('EXISTS', key)
    redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
    redis.call('SADD', '${KEYS}:workers', ARGV[1])
    return had`,
  /** Returns the signs of the workers that live. */
  workers: `
    local found = {}
    for _, id in ipairs(redis.call('SMEMBERS', '${KEYS}:workers')) do
      local sign = redis.call('GET', '${KEYS}:worker:' .. id)
      if sign then table.insert(found, sign) else redis.call('SREM', '${KEYS}:workers', id) end
    end
    return found`,
} as const
