/* oxlint-disable no-extend-native, typescript/only-throw-error -- that is what programs do */
// What handlers do to the framework that called them. Each row is one function, the same for all frameworks.
// `ends`: how the answer must end; `data` is what a success must carry; `signal` is sent once the row says `ready`.
import { execSync, spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const fault = () => new Error('the disk is gone')
const forever = () => sleep(60_000)
/** Work that is not done yet when something else ends it. */
const waits = async (act) => (act(), await sleep(2000), { done: true })
const fails = (run, more) => ({ run, ends: 'failed', ...more })
const works = (run, data = { done: true }, more) => ({ run, ends: 'ok', data, ...more })
const done = (act) => works(async () => (await act(), { done: true }))
const stops = (signal, more) =>
  fails(() => (fs.writeSync(2, 'ready\n'), forever()), { signal, ...more })
const value = (make, data) => works(make, data)
const odd = (make) => ({ run: make, ends: 'either' })
const thrown = (make) =>
  fails(() => {
    throw make()
  })

const circle = () => {
  const one = { name: 'one' }
  one.self = one
  return one
}
const deep = (levels) => {
  let all = {}
  for (let at = 0; at < levels; at += 1) all = { all }
  return all
}
const trap = (name) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw fault()
    },
  })

export const rows = {
  // Thrown, rejected, emitted.
  'throw Error': thrown(fault),
  'throw a text': thrown(() => 'the disk is gone'),
  'throw undefined': thrown(() => undefined),
  'throw null': thrown(() => null),
  'throw 0': thrown(() => 0),
  'throw an object': thrown(() => ({ code: 'DISK_GONE', message: 'the disk is gone' })),
  'throw a frozen error': thrown(() => Object.freeze(fault())),
  'throw an error without a stack': thrown(() => Object.assign(fault(), { stack: undefined })),
  'throw an error whose message throws': thrown(() =>
    Object.defineProperty(fault(), 'message', {
      get() {
        throw fault()
      },
    }),
  ),
  'throw an error that causes itself': thrown(() => {
    const one = fault()
    one.cause = one
    return one
  }),
  'throw a proxy that throws': thrown(
    () =>
      new Proxy(
        {},
        {
          get() {
            throw fault()
          },
          has() {
            throw fault()
          },
          ownKeys() {
            throw fault()
          },
        },
      ),
  ),
  'throw a symbol': thrown(() => Symbol('gone')),
  'throw AggregateError': thrown(() => new AggregateError([fault(), fault()], 'two')),
  'throw AbortError': thrown(() => new DOMException('stopped', 'AbortError')),
  reject: fails(() => Promise.reject(fault())),
  'reject with nothing': fails(() => Promise.reject()),
  'stack overflow': fails(() => {
    const down = () => down() + 1
    return { sum: down() }
  }),
  'throw in a timer': fails(() =>
    waits(() =>
      setTimeout(() => {
        throw fault()
      }, 10),
    ),
  ),
  'throw undefined in a timer': fails(() =>
    waits(() =>
      setTimeout(() => {
        throw undefined
      }, 10),
    ),
  ),
  'throw in nextTick': fails(() =>
    waits(() =>
      process.nextTick(() => {
        throw fault()
      }),
    ),
  ),
  'throw in a microtask': fails(() =>
    waits(() =>
      queueMicrotask(() => {
        throw fault()
      }),
    ),
  ),
  'a rejection nobody handles': fails(() => waits(() => void Promise.reject(fault()))),
  'a rejection with nothing': fails(() => waits(() => void Promise.reject())),
  'an error event without a listener': fails(() =>
    waits(() => new EventEmitter().emit('error', fault())),
  ),
  'an error of a stream': fails(() => waits(() => Readable.from([1]).destroy(fault()))),
  'a promise that never settles': fails(() => new Promise(() => {})),
  // What the system says.
  ENOENT: fails(() => fs.readFileSync('/none/such.txt')),
  ENOTDIR: fails(() => fs.readdirSync('/dev/null/x')),
  EISDIR: fails(() => fs.readFileSync('/')),
  ECONNREFUSED: fails(() => new Promise((_, no) => connect(1, '127.0.0.1').on('error', no))),
  'a child that fails': fails(() => execSync('exit 7', { stdio: 'ignore' })),
  // process.exit and its kin.
  'process.exit(0) in the midst': fails(() => waits(() => process.exit(0))),
  'process.exit(1)': fails(() => process.exit(1)),
  'process.exit(3) in a timer': fails(() => waits(() => setTimeout(() => process.exit(3), 10))),
  'process.exit(0) that is caught': odd(async () => {
    try {
      process.exit(0)
    } catch {}
    return { done: true }
  }),
  'process.exitCode = 2': odd(() => ((process.exitCode = 2), { done: true })),
  'an exit listener that prints': works(
    () => (process.on('exit', () => console.log('bye')), { done: true }),
  ),
  'an exit listener that throws': odd(
    () => (
      process.on('exit', () => {
        throw fault()
      }),
      { done: true }
    ),
  ),
  'an error right after the return': odd(
    () => (
      setImmediate(() => {
        throw fault()
      }),
      { done: true }
    ),
  ),
  removeAllListeners: done(() => process.removeAllListeners()),
  // Noise on stdout.
  'console.log': done(() => console.log('working')),
  'console.log of an envelope, then a throw': fails(() => {
    console.log('{"ok":true,"data":1}')
    throw fault()
  }),
  'write without a newline': done(() => process.stdout.write('50%')),
  'fs.writeSync(1)': done(() => fs.writeSync(1, 'raw\n')),
  'a child that inherits stdout': done(() => spawnSync('echo', ['child'], { stdio: 'inherit' })),
  'stdout.end()': done(() => process.stdout.end()),
  'stdout.cork()': done(() => process.stdout.cork()),
  'stdout.write replaced': done(() => {
    process.stdout.write = () => true
  }),
  'console.log replaced': done(() => {
    console.log = () => {
      throw fault()
    }
  }),
  'JSON.stringify replaced': done(() => {
    JSON.stringify = () => 'broken'
  }),
  'a member on Object.prototype': done(() => {
    Object.prototype.extra = () => 1
  }),
  '20,000 lines': done(() => {
    for (let at = 0; at < 20_000; at += 1) console.log(`line ${at}`)
  }),
  'noise after the return': works(
    () => (setTimeout(() => console.log('late'), 30), { done: true }),
  ),
  'an interval left running': works(() => (setInterval(() => {}, 1000), { done: true })),
  // Values.
  undefined: odd(() => undefined),
  'a text': value(() => 'done', 'done'),
  false: value(() => false, false),
  'a list': value(() => [1, 2], [1, 2]),
  BigInt: odd(() => ({ sum: 2n ** 70n })),
  'a circle': odd(circle),
  Map: odd(() => new Map([['a', 1]])),
  'an invalid date': odd(() => ({ at: new Date(Number.NaN) })),
  'a function': odd(() => () => 1),
  'a symbol': odd(() => ({ kind: Symbol('x') })),
  NaN: odd(() => ({ mean: Number.NaN })),
  'a getter that throws': odd(() => trap('size')),
  'toJSON that throws': odd(() => ({
    toJSON() {
      throw fault()
    },
  })),
  'half a letter': odd(() => ({ name: '\uD83D' })),
  'control characters': value(() => ({ text: 'a\r\u001B[31mb\u0000' }), {
    text: 'a\r\u001B[31mb\u0000',
  }),
  'a member __proto__': value(() => JSON.parse('{"a":1,"b":{"c":2}}'), { a: 1, b: { c: 2 } }),
  'depth of 5,000': odd(() => deep(5000)),
  '2 MB': odd(() => ({ text: 'x'.repeat(2_000_000) })),
  'data that looks like a failure': value(() => ({ ok: false, error: { code: 'X' } }), {
    ok: false,
    error: { code: 'X' },
  }),
  'an error as a value': odd(() => ({ problem: fault() })),
  bytes: odd(() => Buffer.from([0xff, 0xfe])),
  // Signals.
  SIGTERM: stops('SIGTERM'),
  SIGINT: stops('SIGINT'),
  SIGHUP: stops('SIGHUP'),
  SIGQUIT: stops('SIGQUIT'),
  'SIGTERM to a handler that catches it': fails(
    async () => {
      process.on('SIGTERM', () => {})
      fs.writeSync(2, 'ready\n')
      await sleep(2000)
      throw fault()
    },
    { signal: 'SIGTERM' },
  ),
}
