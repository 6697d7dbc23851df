import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from '../build/targets.mjs'
import { countTree } from './sources.ts'

/** Ordinary calls of the tool in core-tool.program.ts, each in the default wire: what every author's tool goes through. */
const CALLS = [
  'hello Ada',
  'hello Ada --loud --times=2',
  'hello --times x Ada',
  'hello',
  'hello Ada Bob',
  'hello Ada --nope',
  'hello Ada --tims 2',
  'nope',
  'old Ada',
  'list',
  'list --tag a --tag b',
  'list --limit 1',
  'list --fields id',
  'fail',
  'crash',
  'missing',
  'slow',
  'print',
  'exits',
  'big',
  'bad',
  'same',
  'write',
  'write --dry-run',
  'drop',
  'drop --confirm-destructive',
  'rows',
  'read',
  '--help',
  'hello --help',
  '--version',
  'hello Ada --format plain',
]

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly [{ readonly count: number }]
    }[]
  }[]
}

/** A file of ours in which a call ran at least one function, with all of its syntax nodes. */
export interface CoreFile {
  readonly file: string
  readonly nodes: number
}

/** Runs the calls from the sources under coverage and lists the files that they go through, the largest first. */
export function coreFiles(): readonly CoreFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'surety-core-'))
  writeFileSync(join(folder, 'note.txt'), 'Buy milk\n')
  const called = new Set(CALLS.flatMap((call, at) => filesOf(call, folder, join(folder, `${at}`))))
  rmSync(folder, { recursive: true })
  return [...called]
    .map((file) => ({ file, nodes: countTree(file) }))
    .toSorted((one, other) => other.nodes - one.nodes)
}

function filesOf(call: string, cwd: string, coverage: string): readonly string[] {
  const loader = createRequire(import.meta.url).resolve('tsx')
  const tool = join(root, 'scripts/weigh/core-tool.program.ts')
  spawnSync(process.execPath, ['--import', loader, tool, ...call.split(' ')], {
    cwd,
    input: 'in\n',
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      NODE_V8_COVERAGE: coverage,
      TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
    },
  })
  const scripts = readdirSync(coverage).flatMap(
    (file) => (JSON.parse(readFileSync(join(coverage, file), 'utf8')) as Coverage).result,
  )
  return scripts.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:')) return []
    const file = relative(root, fileURLToPath(url.replace(/\?.*$/, '')))
    // The first function is the body of the file; `__name` is the loader's.
    const runs = functions
      .slice(1)
      .some(({ functionName, ranges: [whole] }) => whole.count > 0 && functionName !== '__name')
    return runs && /^packages\/\w+\/src\/.+\.ts$/.test(file) ? [file] : []
  })
}
