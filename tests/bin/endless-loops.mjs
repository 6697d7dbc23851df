// A tool whose commands never give the thread back, each from another place.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, serve } from 'surety'
import 'surety/watchdog'

const command = (run, more = {}) =>
  defineCommand({
    description: 'Holds the thread for ever',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It went well' },
    timeoutMs: Number(process.env['BUSY_TIMEOUT_MS'] ?? 400),
    run,
    ...more,
  })

/** Says that the thread is taken from now on, and leaves the cores to whoever has work for them. */
function ready() {
  setPriority(10)
  fs.writeSync(2, 'ready\n')
}

const pause = new Int32Array(new SharedArrayBuffer(4))
function loop() {
  ready()
  // A loop that rests never yields either.
  for (;;) if (process.env['BUSY_RESTS']) Atomics.wait(pause, 0, 0, 5)
}

const never = () => new Promise(() => {})

const commands = {
  'at-once': command(loop),
  'after-resolved': command(async () => {
    await Promise.resolve()
    loop()
  }),
  'after-many-resolved': command(async () => {
    for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve()
    loop()
  }),
  'after-file': command(async () => {
    await readFile(import.meta.filename)
    loop()
  }),
  'in-file-callback': command(() => {
    fs.readFile(import.meta.filename, loop)
    return never()
  }),
  'after-timer': command(() => {
    setTimeout(loop, 1)
    return never()
  }),
  'after-a-while': command(async () => {
    await sleep(120)
    loop()
  }),
  'in-tick': command(() => {
    process.nextTick(loop)
    return never()
  }),
  'in-immediate': command(() => {
    setImmediate(loop)
    return never()
  }),
  'in-generator': command(async function* () {
    yield { row: 1 }
    loop()
  }),
  'in-generator-later': command(async function* () {
    yield { row: 1 }
    await sleep(1)
    yield { row: 2 }
    loop()
  }),
  'while-importing': command(async () => {
    setImmediate(loop)
    await import('./imports/import-that-prints.mjs')
    return never()
  }),
  'in-import': command(async () => {
    await import('./imports/import-that-never-ends.mjs')
  }),
  'in-pattern': command(async () => {
    await sleep(1)
    ready()
    return { matches: /^(a+)+$/.test(`${'a'.repeat(60)}b`) }
  }),
  'in-lock': command(async () => {
    await sleep(1)
    ready()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }),
  'in-rejections': command(async () => {
    await sleep(1)
    ready()
    for (;;) {
      try {
        JSON.parse('{')
      } catch {
        // Whatever is thrown in here stays in here.
      }
    }
  }),
  'with-child': command(
    async ({ signal, onCleanup }) => {
      onCleanup(() => fs.writeSync(2, 'cleanup hook ran\n'))
      onCleanup(() => {
        for (;;);
      })
      spawn('sleep', ['31.4159'], { signal }).on('error', () => {})
      await sleep(50)
      loop()
    },
    { timeoutMs: 1500 },
  ),
  'with-slow-rows': command(async function* () {
    setTimeout(loop, 100)
    for (let row = 0; ; row += 1) yield { row, text: 'x'.repeat(100_000) }
  }),
  'with-many-warnings': command(async ({ warn }) => {
    warn('w'.repeat(4 * 1024 * 1024))
    await sleep(1)
    loop()
  }),
  'after-a-while-well': command(async () => {
    await sleep(100)
    return { waited: true }
  }),
  quick: command(async () => {
    await readFile(import.meta.filename)
    return { quick: true }
  }),
}

await serve(() =>
  defineCli({ name: 'busy', version: '1.2.3', description: 'Never yields', commands }),
)
