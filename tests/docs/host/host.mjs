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
let running = 0
/** One program is loaded at a time: its words are those of the process. */
let loaded = Promise.resolve()

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

/** Answers one call, or says that it needs a process. */
async function reply(cwd, exported, program, ...words) {
  const variables = variablesOf(exported)
  const isExample = program !== 'node' && program !== 'surety'
  // An example takes all from its call, so that it can also be what another call starts.
  if (isExample ? running > 0 && cwd !== process.cwd() : running > 0 || !isUsual(variables))
    return 'real\n'
  running += 1
  try {
    const answer = await answerOf(cwd, variables, program, words)
    return answer === undefined ? 'real\n' : textOf(answer)
  } catch (error) {
    // The page then shows something else than it says.
    return textOf({ exit: 70, stdout: '', stderr: `in the host of the pages: ${error.stack}\n` })
  } finally {
    running -= 1
  }
}

/** Gives the exit code, the file of what belongs on stderr, and below them stdout. */
function textOf({ exit, stdout, stderr }) {
  if (stderr === '') return `${exit}\n${stdout}`
  const file = join(folder, `stderr-${++calls}`)
  writeFileSync(file, stderr)
  return `${exit} ${file}\n${stdout}`
}

/** Reads what `declare -xp` prints. */
function variablesOf(exported) {
  const found = [...exported.matchAll(/^declare -x (\w+)="(.*)"$/gm)]
  return Object.fromEntries(found.map(([, name, value]) => [name, value]))
}

/** Tests whether a caller's variables are those of the host. */
function isUsual(variables) {
  const isOwn = (name) => /^(?:PATH|PWD|OLDPWD|SHLVL|_)$/.test(name)
  return Object.entries(variables).every(([name, value]) => isOwn(name) || env[name] === value)
}

async function answerOf(cwd, variables, program, given) {
  const [first = '', ...rest] = given
  const file = program === 'node' ? resolve(cwd, first) : fileOf[program]
  const words = program === 'node' ? rest : given
  if (words.some((word) => word.startsWith('--mcp'))) return undefined
  if (program === 'node' && (first.startsWith('-') || !isTool(readFileSync(file, 'utf8'))))
    return undefined
  process.chdir(cwd)
  const url = `${pathToFileURL(file).href}?call=${++calls}`
  const loading = loaded.then(() => programOf(url, [file, ...words]))
  loaded = loading.catch(() => undefined)
  const served = await loading
  if (served === undefined) return undefined
  const now = () => new Date()
  const monotonic = () => performance.now()
  const own = { ...variables, PATH: env['PATH'] }
  return runCli(served.source, served.argv, { env: own, cwd, now, monotonic, unchecked: true })
}

/** Tests for code that serves a tool and does nothing to its process while it loads. */
function isTool(code) {
  return /\bserve\b.* from 'surety'$/m.test(code) && !/^import '/m.test(code)
}
