import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'

import { nodeBinary } from '../processes/run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'noise-'))
afterAll(() => rmSync(folder, { recursive: true }))

const programOf = (name: string) => fileURLToPath(new URL(`../../bin/${name}.mjs`, import.meta.url))

/** Runs a command with files as its streams, because a socket cannot be opened by its path. */
async function runToFiles(
  name: string,
  [program, ...argv]: readonly [string, ...string[]] = ['prints-to-descriptor', name],
): Promise<{ stdout: string; stderr: string }> {
  const paths = ['out', 'err'].map((stream) => join(folder, `${name}.${stream}`))
  const files = paths.map((path) => openSync(path, 'w'))
  const child = spawn(nodeBinary(), [programOf(program), ...argv], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', ...files],
    timeout: 150_000,
    killSignal: 'SIGKILL',
  })
  await once(child, 'close')
  for (const file of files) closeSync(file)
  const [stdout, stderr] = paths.map((path) => readFileSync(path, 'utf8')) as [string, string]
  return { stdout, stderr }
}

describe('REQ-F-006: what is printed to descriptor 1 goes to stderr', () => {
  it.each([
    ['write-file-sync'],
    ['append-file-sync'],
    ['write-file-buffer'],
    ['writev-sync'],
    ['write-file'],
    ['write-stream'],
    ['dev-stdout'],
    ['dev-fd'],
    ['dev-stdout-open'],
    ['dev-stdout-stream'],
    ['promises-write'],
    ['promises-append'],
    ['promises-open'],
    ['pipeline'],
    ['finished'],
    ['once-finish'],
    ['worker-log'],
    ['spawn'],
    ['spawn-list'],
    ['spawn-fd'],
    ['fork'],
    ['spawn-sync'],
    ['exec-file-sync'],
    ['exec-sync'],
  ])('by %s', async (name) => {
    const { stdout, stderr } = await runToFiles(name)
    expect(stderr).toContain('noise')
    expect(JSON.parse(stdout)).toMatchObject({
      data: { fine: true },
      warnings: ['Something printed to stdout; it was sent to stderr.'],
    })
  })

  it('by promises that are loaded late', async () => {
    const { stdout, stderr } = await runToFiles('late', ['imports/imports-promises-late'])
    expect(stderr).toContain('noise')
    expect(JSON.parse(stdout)).toMatchObject({ data: { fine: true } })
  })
})
