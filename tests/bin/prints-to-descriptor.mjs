// A tool whose commands write to descriptor 1 on every way that Node offers.
import { execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs, { appendFileSync, writeFileSync } from 'node:fs'
import { appendFile, open, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { defineCli, defineCommand, serve } from 'surety'

const NOISE = 'noise\n'
if (process.argv[2] === 'child') {
  fs.writeSync(1, NOISE)
  process.exit()
}

const file = fileURLToPath(import.meta.url)
const node = [process.execPath, [file, 'child']]
const command = (run) =>
  defineCommand({
    description: 'Prints to descriptor 1',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done' },
    run: async () => {
      await run()
      return { fine: true }
    },
  })
const ended = async (child) => {
  await once(child, 'close')
}

const commands = {
  'write-file-sync': command(() => writeFileSync(1, NOISE)),
  'append-file-sync': command(() => appendFileSync(1, NOISE)),
  'write-file-buffer': command(() => writeFileSync(1, Buffer.from(NOISE))),
  'writev-sync': command(() => fs.writevSync(1, [Buffer.from(NOISE)])),
  'write-file': command(() => new Promise((resolve) => fs.writeFile(1, NOISE, resolve))),
  'write-stream': command(async () => {
    const stream = fs.createWriteStream('', { fd: 1, autoClose: false })
    stream.end(NOISE)
    await once(stream, 'finish')
  }),
  'dev-stdout': command(() => writeFileSync('/dev/stdout', NOISE)),
  'dev-fd': command(() => appendFileSync('/dev/fd/1', NOISE)),
  'dev-stdout-open': command(() => fs.writeSync(fs.openSync('/dev/stdout', 'w'), NOISE)),
  'dev-stdout-stream': command(async () => {
    const stream = fs.createWriteStream('/dev/stdout')
    stream.end(NOISE)
    await once(stream, 'finish')
  }),
  'promises-write': command(() => writeFile('/dev/stdout', NOISE)),
  'promises-append': command(() => appendFile('/proc/self/fd/1', NOISE)),
  'promises-open': command(async () => {
    const handle = await open('/dev/stdout', 'w')
    await handle.write(NOISE)
    await handle.close()
  }),
  pipeline: command(() => pipeline(Readable.from([NOISE]), process.stdout)),
  finished: command(async () => {
    const end = finished(process.stdout)
    process.stdout.end(NOISE)
    await end
  }),
  'once-finish': command(async () => {
    const end = once(process.stdout, 'finish')
    await new Promise((resolve) => process.stdout.end(NOISE, resolve))
    await end
  }),
  'worker-log': command(async () => {
    const worker = new Worker(`console.log('noise')`, { eval: true })
    await once(worker, 'exit')
    await sleep(10)
  }),
  spawn: command(() => ended(spawn(...node, { stdio: 'inherit' }))),
  'spawn-list': command(() => ended(spawn(...node, { stdio: ['ignore', 'inherit', 'inherit'] }))),
  'spawn-fd': command(() => ended(spawn(...node, { stdio: ['ignore', 1, 2] }))),
  fork: command(() => ended(fork(file, ['child']))),
  'spawn-sync': command(() => spawnSync(...node, { stdio: 'inherit' })),
  'exec-file-sync': command(() => execFileSync(...node, { stdio: 'inherit' })),
  'exec-sync': command(() => execSync('echo noise', { stdio: [0, 1, 2] })),
}

await serve(
  defineCli({ name: 'noisy', version: '1.0.0', description: 'Prints to descriptor 1', commands }),
)
