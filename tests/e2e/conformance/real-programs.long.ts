import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkTool } from '@surety/check'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bin = (name: string) =>
  fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'real-programs-'))
  await writeFile(join(folder, 'a.json'), '{"a":1,"b":[1,2]}\n')
  await writeFile(join(folder, 'a.js'), 'const a = 1\n')
  execFileSync('git', ['init', '-q'], { cwd: folder })
  execFileSync('gzip', ['-k', 'a.json'], { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true }))

/** What each program does not promise; every finding was tried by hand, and holds. */
const PROGRAMS: readonly (readonly [program: string, reads: string[][], broken: string[]])[] = [
  // --help behind another option is an unknown one, and 128 and 129 are its exits.
  [
    'git',
    [['status', '--porcelain'], ['log']],
    ['json_envelope', 'exit_code_contract', 'help_ignores_the_rest'],
  ],
  ['jq', [['.', 'a.json']], ['json_envelope']],
  // It makes the file that it is to read.
  [
    'sqlite3',
    [['d.db', 'select 1']],
    ['json_envelope', 'help_answers', 'help_ignores_the_rest', 'reads_write_nothing'],
  ],
  ['sort', [['a.json']], ['json_envelope']],
  ['curl', [['file:///etc/hostname']], ['json_envelope']],
  ['gzip', [['--list', 'a.json.gz']], ['json_envelope']],
  [bin('prettier'), [['a.js']], ['json_envelope', 'broken_pipe', 'unknown_flag']],
  // --version wants a value there.
  [bin('semver'), [['1.2.3']], ['json_envelope', 'unknown_flag', 'version_answers']],
  [bin('json5'), [['a.json']], ['json_envelope', 'unknown_flag', 'broken_pipe']],
  [bin('esbuild'), [['a.js']], ['json_envelope']],
  [bin('js-yaml'), [['a.json']], ['json_envelope']],
  [bin('acorn'), [['a.js']], ['json_envelope', 'error_names_input', 'version_answers']],
]

test.for(PROGRAMS)(
  'the findings about %s are those that hold',
  async ([program, reads, broken], { skip }) => {
    if (spawnSync(program, ['--help']).error) return skip()
    const { findings } = await checkTool([program], { preset: 'envelope', reads, cwd: folder })
    const found = findings.filter(({ status }) => status === 'broken').map(({ check }) => check)
    // Times are those of the machine.
    const isTimed = (check: string) => ['cold_start', 'validation_in_time'].includes(check)
    expect(found.filter((check) => !isTimed(check)).toSorted()).toEqual(broken.toSorted())
  },
)
