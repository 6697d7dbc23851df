import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { NOTE, workloads, type WorkloadName } from '../../bench/start/workloads.ts'
import { root } from '../build/targets.mjs'

/** What one start of a program took: the functions that it called, and the files that it loaded. */
export interface Start {
  readonly functions: number
  readonly bytes: number
  /** The files with the names of the functions that were called in them. */
  readonly files: readonly { readonly file: string; readonly called: readonly string[] }[]
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly [{ readonly count: number }]
    }[]
  }[]
}

/** The tool of three commands that is compared with the same one of other frameworks. */
const PROGRAM = join(root, 'bench/start/programs/surety.mjs')

/**
 * Starts a tool of three commands once, and counts what it calls and loads of the build. The counts are those of V8, so
 * they are the same on every machine; the first function of a file is the file itself.
 */
export function countStart(name: WorkloadName): Start {
  const folder = mkdtempSync(join(tmpdir(), 'surety-start-'))
  writeFileSync(join(folder, NOTE.file), NOTE.text)
  const coverage = join(folder, 'coverage')
  const { argv, says } = workloads[name]
  const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_V8_COVERAGE: coverage },
    encoding: 'utf8',
  })
  if (!says.test(stdout)) throw new Error(`${argv.join(' ')} ended otherwise: ${stdout}${stderr}`)
  const scripts = readdirSync(coverage)
    .flatMap((file) => (JSON.parse(readFileSync(join(coverage, file), 'utf8')) as Coverage).result)
    .filter(({ url }) => url.includes('/dist/'))
  rmSync(folder, { recursive: true })
  const files = scripts.map(({ url, functions }) => ({
    file: basename(url),
    called: functions
      .slice(1)
      .filter(({ ranges: [whole] }) => whole.count > 0)
      .map(({ functionName }) => functionName || '(anonymous)'),
  }))
  return {
    functions: files.reduce((sum, { called }) => sum + called.length, 0),
    bytes: scripts.reduce((sum, { url }) => sum + statSync(fileURLToPath(url)).size, 0),
    files,
  }
}
