/** The answer of the server to a mark; `ok` has the number of the mark behind it. */
export type MarkReply = 'ok' | `ok ${number}` | 'cancelled' | 'finished' | 'taken'

/**
 * Steps that must not be torn apart. A mark is given out once: whoever has it may start the call. All may be sent twice,
 * because a lost connection does not tell what the server did. KEYS are meta, marks, sealed, and one more.
 */
export const SCRIPTS = {
  /** ARGV nonce. */
  create: `return redis.call('HSETNX', KEYS[1], 'nonce', ARGV[1])`,
  /** ARGV keys. Returns those that were never started. */
  unstarted: `
    local found = {}
    for _, key in ipairs(ARGV) do
      if redis.call('HEXISTS', KEYS[2], key) + redis.call('HEXISTS', KEYS[3], key) == 0 then
        table.insert(found, key)
      end
    end
    return found`,
  /** KEYS[4] counts marks; ARGV key, mark, its id, the id of the start that is taken over. */
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
    return 'ok ' .. redis.call('INCR', KEYS[4])`,
  /** ARGV key, id. */
  withdraw: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    if old and cjson.decode(old).call == ARGV[2] then redis.call('HDEL', KEYS[2], ARGV[1]) end
    return 1`,
  /** KEYS[4] lists ends; ARGV key, the id of the mark, end, counter. Without a mark the server forgot the start. */
  seal: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if known then return string.sub(known, 1, #ARGV[2]) == ARGV[2] and 1 or 0 end
    if old and cjson.decode(old).call ~= ARGV[2] then return 0 end
    redis.call('HSET', KEYS[3], ARGV[1], ARGV[2] .. ARGV[3])
    redis.call('HDEL', KEYS[2], ARGV[1])
    redis.call('HINCRBY', KEYS[1], ARGV[4], 1)
    redis.call('RPUSH', KEYS[4], ARGV[1])
    return 1`,
  /** KEYS[4] is the sign of its worker; ARGV key, the id of the mark or end that was looked at. */
  reopen: `
    local old = redis.call('HGET', KEYS[2], ARGV[1])
    if old and cjson.decode(old).call ~= ARGV[2] then return 0 end
    if old and redis.call('EXISTS', KEYS[4]) == 1 then return 0 end
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if known and string.sub(known, 1, #ARGV[2]) ~= ARGV[2] then return 0 end
    if known then
      redis.call('HDEL', KEYS[3], ARGV[1])
      redis.call('HINCRBY', KEYS[1], 'failed', -1)
    end
    if old then redis.call('HSET', KEYS[1], 'earlier ' .. ARGV[1], ARGV[2]) end
    redis.call('HDEL', KEYS[2], ARGV[1])
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
} as const
