import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { root } from '../../../scripts/build/targets.mjs'
import { TRAPS, type Trap } from './traps.table.ts'

const folder = mkdtempSync(join(tmpdir(), 'adopt-traps-'))
mkdirSync(join(folder, 'node_modules'))
symlinkSync(join(root, 'node_modules', '@surety'), join(folder, 'node_modules', '@surety'))
writeFileSync(join(folder, 'package.json'), '{"name":"trap","type":"module"}')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let runs = 0

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | string | null
}

/** Node's own pipes are sockets; a shell has real ones, as agents do. The program's process is the shell's own. */
const PIPED = 'mkfifo "$0.pipe"; cat "$0.pipe" & exec "$@" > "$0.pipe"'

/** Runs a program in a pipe; what names a file of ours is the same for all. */
async function run(file: string, words: readonly string[], kill?: NodeJS.Signals): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const own = join(folder, `${file}-${runs++}`)
  const node = [process.execPath, join(folder, file), ...words]
  const child = spawn('sh', ['-c', PIPED, own, ...node], { cwd: folder, env })
  const bytes: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  child.stdin.end()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => bytes[name].push(chunk))
  if (kill) child.stderr.once('data', () => child.kill(kill))
  const exit = await new Promise<number | string | null>((done) =>
    child.on('close', (code, signal) => done(signal ?? code)),
  )
  const textOf = (name: 'stdout' | 'stderr') => Buffer.concat(bytes[name]).toString('latin1')
  const errors = textOf('stderr').replaceAll(/\S*\/(?:bare|asked)-\S+/g, 'FILE')
  return { stdout: textOf('stdout'), stderr: errors.replaceAll(/^.*start\.cjs.*\n/gm, ''), exit }
}

function write(trap: Trap, index: number): { bare: string; asked: string } {
  const end = trap.isCommonJs ? 'cjs' : 'mjs'
  const load = trap.isCommonJs
    ? `const { answerAgents } = require('@surety/adopt');`
    : `import { answerAgents } from '@surety/adopt';`
  const files = { bare: `bare-${index}.${end}`, asked: `asked-${index}.${end}` }
  const { before = '', code } = trap
  // The same lines, so that traces are the same.
  writeFileSync(join(folder, files.bare), `\n${before};\n\n${code}\n`)
  const adopt = trap.isIsolated
    ? 'await answerAgents(undefined, { isolate: true })'
    : 'answerAgents()'
  writeFileSync(join(folder, files.asked), `${load}\n${before};\n${adopt};\n${code}\n`)
  return files
}

describe('a program that prints or ends strangely', () => {
  it.concurrent.each(TRAPS.map((trap, index) => [trap.title, trap, index] as const))(
    '%s',
    async (_, trap, index) => {
      const files = write(trap, index)
      const { words = [], kill } = trap
      const bare = await run(files.bare, words, kill)
      const unasked = await run(files.asked, words, kill)
      expect(unasked).toEqual(trap.isCut ? { ...bare, stdout: unasked.stdout } : bare)
      const asked = await run(files.asked, ['--json', ...words], kill)
      expect(asked.stdout.split('\n')).toHaveLength(2)
      const envelope = JSON.parse(Buffer.from(asked.stdout, 'latin1').toString()) as {
        readonly error: { readonly retryable?: boolean } | null
      }
      // Of a failure that nobody knows, nothing is said.
      expect(envelope.error?.retryable).toBe(
        envelope.error === null || asked.exit === 1 ? undefined : false,
      )
      expect({ envelope, exit: asked.exit }).toMatchObject({
        envelope: trap.answer,
        exit: trap.exit,
      })
      expect(asked.stderr).toBe(bare.stderr)
    },
  )
})
