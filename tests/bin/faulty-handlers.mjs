// A tool whose commands go wrong, each in one way.
import fs, { readSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, s, serve } from 'surety'

import { tellsSecret } from './tells-secret.mjs'

const command = (run, more = {}) =>
  defineCommand({
    description: 'Goes wrong in one way',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It went well', NOT_FOUND: 'Something is missing' },
    run,
    ...more,
  })

const circular = { name: 'loop' }
circular.self = circular
let deep = []
for (let n = 0; n < 20_000; n += 1) deep = [deep]

const commands = {
  fine: command(() => ({ fine: true })),
  'sync-throw': command(() => {
    throw new Error('thrown at once')
  }),
  'async-throw': command(async () => {
    await sleep(1)
    throw new Error('thrown later')
  }),
  'throw-string': command(() => {
    // oxlint-disable-next-line only-throw-error -- that is what goes wrong here
    throw 'only a string'
  }),
  'throw-nothing': command(() => {
    // oxlint-disable-next-line only-throw-error -- that is what goes wrong here
    throw undefined
  }),
  'timer-throw': command(async () => {
    setTimeout(() => {
      throw new Error('thrown in a timer')
    }, 5)
    await sleep(10_000)
  }),
  'late-rejection': command(async () => {
    void sleep(5).then(() => Promise.reject(new Error('nobody listens')))
    await sleep(10_000)
  }),
  'timer-throws-nothing': command(async () => {
    setTimeout(() => {
      // oxlint-disable-next-line only-throw-error -- that is what goes wrong here
      throw undefined
    }, 5)
    await sleep(50)
    return { done: true }
  }),
  'late-rejection-of-nothing': command(async () => {
    void sleep(5).then(() => Promise.reject())
    await sleep(50)
    return { done: true }
  }),
  'blocks-on-input': command(() => {
    process.stderr.write('waiting\n')
    return { size: readSync(0, Buffer.alloc(1)) }
  }),
  never: command(() => new Promise(() => {})),
  'exit-at-once': command(() => process.exit(0)),
  'exit-later': command(async () => {
    await sleep(5)
    try {
      process.exit(3)
    } catch {
      await sleep(20_000)
    }
  }),
  'exit-caught-for-ever': command(async () => {
    for (;;)
      try {
        await Promise.resolve()
        process.exit(3)
      } catch {
        // Nothing else gets a turn.
      }
  }),
  'exit-caught-at-once': command(() => {
    for (;;)
      try {
        process.exit(3)
      } catch {
        // It tries again.
      }
  }),
  'exit-caught-often': command(() => {
    for (let at = 0; at < 250; at += 1)
      try {
        process.exit(3)
      } catch {
        // It goes on with the next.
      }
  }),
  'exit-floating': command(async () => {
    void sleep(5).then(() => process.exit(3))
    await sleep(10_000)
  }),
  'listener-exits': command(async () => {
    process.on('uncaughtException', () => process.exit(1))
    setTimeout(() => {
      throw new Error('thrown for a listener')
    }, 5)
    await sleep(5000)
  }),
  'exit-in-cleanup': command(({ onCleanup }) => {
    onCleanup(() => process.exit(5))
    return { fine: true }
  }),
  'serve-again': command(async () => serve(() => import('./no-such-file.mjs'))),
  slow: command(
    async ({ onCleanup, signal, progress }) => {
      onCleanup(() => fs.writeSync(2, 'cleanup hook ran\n'))
      progress.step('first')
      fs.writeSync(2, 'ready\n')
      await sleep(Number(process.env['ROUGH_SLOW_MS'] ?? 20_000), null, { signal }).catch(() => {})
      return { slow: true }
    },
    {
      timeoutMs: Number(process.env['ROUGH_TIMEOUT_MS'] ?? 30_000),
    },
  ),
  'slow-cleanup': command(async ({ onCleanup }) => {
    onCleanup(async () => {
      fs.writeSync(2, 'cleaning\n')
      await sleep(2000)
      fs.writeSync(2, 'cleaned\n')
    })
    fs.writeSync(2, 'ready\n')
    await sleep(20_000)
  }),
  stream: command(async function* () {
    for (let index = 0; ; index += 1) {
      yield { index }
      if (index === 3) fs.writeSync(2, 'ready\n')
      await sleep(index < 4 ? 1 : 20)
    }
  }),
  rows: command(async function* () {
    for (let index = 0; index < 20_000; index += 1) yield { index, text: 'x'.repeat(100) }
  }),
  'three-rows': command(async function* () {
    yield { index: 0 }
    yield { index: 1 }
    // Clients drop progress that arrives together with the answer.
    await sleep(500)
    yield { index: 2 }
  }),
  'rows-then-fail': command(
    async function* ({ fail }) {
      yield { index: 0 }
      fail('GONE', 'The source went away.')
    },
    { errors: { GONE: 'NOT_FOUND' } },
  ),
  noise: command(async () => {
    console.log('from console')
    process.stdout.write('from the stream\n')
    fs.writeSync(1, 'from fs\n')
    writeSync(1, 'from a named import\n')
    await new Promise((resolve) => fs.write(1, 'from fs later\n', resolve))
    return { quiet: true }
  }),
  'tell-secret': command(tellsSecret.run, { options: tellsSecret.options }),
  'loud-import': {
    description: 'Loads a library that prints',
    load: () => import('./imports/import-that-prints.mjs'),
  },
  'broken-import': {
    description: 'Loads what is not there',
    load: () => import('./no-such-file.mjs'),
  },
  'bad-output': command(() => ({ count: 'many' }), { output: s.object({ count: s.integer() }) }),
  circular: command(() => circular),
  'very-deep': command(() => ({ deep })),
  'with-function': command(() => ({ handler: () => {} })),
  big: command(() => ({ text: 'x'.repeat(16 * 1024 * 1024) })),
  'big-error': command(
    ({ fail }) => fail('MISSING', 'It is not there.', { detail: 'y'.repeat(4 * 1024 * 1024) }),
    { errors: { MISSING: 'NOT_FOUND' } },
  ),
  piped: command(({ stdin }) => ({ length: stdin().length, text: stdin().slice(0, 20) }), {
    stdin: true,
  }),
  'write-file': command(async () => {
    await fs.promises.writeFile('/dev/full', 'x'.repeat(100_000))
    return {}
  }),
  home: command(({ processEnv }) => ({ home: processEnv['HOME'] ?? null })),
  'extends-all': command(() => {
    // oxlint-disable-next-line no-extend-native -- what old libraries do
    Object.prototype.late = 'late'
    return { each: {}.each?.() ?? null }
  }),
  'leaves-files': command(() => {
    void fs.promises.writeFile('promised', 'x'.repeat(3_000_000))
    fs.writeFile('called-back', 'x'.repeat(3_000_000), () => {})
    return { written: 'soon' }
  }),
  'leaves-a-socket': command(async () => {
    const { createServer } = await import('node:net')
    createServer().listen(0)
    setInterval(() => {}, 1000)
    return { served: true }
  }),
}

export const tool = () =>
  defineCli({ name: 'rough', version: '1.2.3', description: 'Goes wrong', commands })

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
