// Answers the calls of pages in one process: the built tools, run in memory, each in the folder of its caller. A call
// that needs a process of its own (other variables, --mcp, code that serves no tool) is told so: `real`.
import { readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { runCli } from 'surety/testing'

import { programOf } from './served.mjs'

register('./hooks.mjs', import.meta.url)

const [, , folder, programs] = process.argv
const fileOf = JSON.parse(programs)
const env = { ...process.env }
let calls = 0
let isBusy = false

const server = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    const [count, ...fields] = received.toString().split('\0')
    if (fields.length <= Number(count)) return
    void reply(...fields.slice(0, Number(count))).then((text) => socket.end(text))
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
// The end of the tests is the end of the host, whatever the tools of the pages left behind.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()

/** Gives the exit code, the file of what belongs on stderr, and below them stdout. */
async function reply(cwd, exported, program, ...words) {
  if (isBusy || !isUsual(exported)) return 'real\n'
  isBusy = true
  try {
    const answer = await answerOf(cwd, program, words)
    if (answer === undefined) return 'real\n'
    const { exit, stdout, stderr } = answer
    if (stderr === '') return `${exit}\n${stdout}`
    const file = join(folder, `stderr-${++calls}`)
    writeFileSync(file, stderr)
    return `${exit} ${file}\n${stdout}`
  } catch (error) {
    console.error(program, ...words, error)
    return 'real\n'
  } finally {
    isBusy = false
  }
}

/** Tests whether a caller's variables are those of the host. */
function isUsual(exported) {
  return exported.split('\n').every((line) => {
    const [, name, value] = /^declare -x (\w+)(?:="(.*)")?$/.exec(line) ?? []
    return /^(?:PATH|PWD|OLDPWD|SHLVL|_)$/.test(name) || (name && env[name] === value)
  })
}

async function answerOf(cwd, program, given) {
  const [first = '', ...rest] = given
  const file = program === 'node' ? resolve(cwd, first) : fileOf[program]
  const words = program === 'node' ? rest : given
  if (words.some((word) => word.startsWith('--mcp'))) return undefined
  if (program === 'node' && !isTool(readFileSync(file, 'utf8'))) return undefined
  process.chdir(cwd)
  const url = `${pathToFileURL(file).href}?call=${++calls}`
  const served = await programOf(url, [file, ...words])
  if (served === undefined) return undefined
  const now = () => new Date()
  const monotonic = () => performance.now()
  return runCli(served.source, served.argv, { env, cwd, now, monotonic, unchecked: true })
}

/** Tests for code that serves a tool and does nothing to its process while it loads. */
function isTool(code) {
  return /\bserve\b.* from 'surety'$/m.test(code) && !/^import '/m.test(code)
}
