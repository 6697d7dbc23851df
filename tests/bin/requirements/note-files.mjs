// Notes how a program writes files, for tests that look at the order of its steps, and kills it before KILL_BEFORE is replaced.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { openSync, writeSync } = fs
const notes = openSync(process.env.NOTED_FILES, 'a')
const note = (...words) => writeSync(notes, `${words.join(' ')}\n`)
const { open, rename } = fs.promises
fs.promises.open = async (path, flags, mode) => {
  const handle = await open(path, flags, mode)
  const sync = handle.sync.bind(handle)
  handle.sync = async () => {
    note('sync', path)
    await sync()
  }
  if (flags !== 'r' && flags !== undefined) note('open', path)
  return handle
}
fs.promises.rename = async (from, to) => {
  note('rename', from, to)
  if (to === process.env.KILL_BEFORE) process.kill(process.pid, 'SIGKILL')
  await rename(from, to)
}
for (const name of ['writeFileSync', 'renameSync', 'fsyncSync']) {
  const real = fs[name]
  fs[name] = (...given) => {
    note(name, ...given.slice(0, name === 'renameSync' ? 2 : 1))
    return real(...given)
  }
}
syncBuiltinESMExports()
