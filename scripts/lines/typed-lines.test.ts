import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import more from '../../tests/lines/axi-more-lines.json' with { type: 'json' }
import first from '../../tests/lines/axi-lines.json' with { type: 'json' }
import { whyNoLine } from '../../packages/cli/src/cli/commands/read/known-line.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surety-typed-')))
afterAll(() => rmSync(folder, { recursive: true }))
const [bin, cwd, home] = ['bin', 'project', 'home'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
for (const each of [bin, cwd, home]) mkdirSync(each)
// gh says how it was called, and ends in several ways; the others are the real ones.
writeFileSync(
  join(bin, 'gh'),
  '#!/bin/sh\nprintf "%s\\n" "$@"\necho "gh was called" >&2\nexit $(( $# % 3 ))\n',
)
chmodSync(join(bin, 'gh'), 0o755)
const PATH = `${bin}:${process.env['PATH']}`

/** Every line is run by `npm run test:long`, every third one otherwise. */
const step = process.env['SURETY_LONG'] === '1' ? 1 : 3
const lines = [...first.lines, ...more.lines]
  // Of these two the folder of a client's results is there, under a name that we can make.
  .map((line) =>
    line.replaceAll(
      /\/Users\/someone\/\.claude\/projects\/-[\w-]+\//g,
      `${home}/.claude/projects/${cwd.replaceAll(/[^A-Za-z0-9]/g, '-')}/`,
    ),
  )
  .filter((_, index) => index % step === 0)

/** Makes the stored results that a line names, with text in them. */
function store(line: string): void {
  for (const [path, place] of line.matchAll(/(\/\S+\/tool-results)\/[\w.-]+/g)) {
    mkdirSync(place!, { recursive: true })
    writeFileSync(path, 'StaticText "x" 12k\nlink "issue 3" VERSION\n[{"text":"{}"}]\n')
  }
}

function run(program: string, words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env: { PATH, HOME: home, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { status, stdout, stderr, files: readdirSync(cwd) }
}

it(`what agents typed is read as bash reads it, wherever it is accepted (${lines.length} lines)`, async () => {
  const limits = { cwd, from: cwd, path: PATH, mayUseNetwork: true, mayLeave: false }
  const kept = process.env['HOME']
  process.env['HOME'] = home
  let accepted = 0
  try {
    for (const line of lines) {
      store(line)
      const found = await whyNoLine(line, limits)
      // What asks the network is not asked here.
      if ('code' in found || /\b(?:curl|wget|npm)\b/.test(line)) continue
      accepted += 1
      const [program = '', ...words] = found.words
      expect(run(program, words), line).toEqual(run('bash', ['-c', line]))
    }
  } finally {
    process.env['HOME'] = kept
  }
  expect(accepted / lines.length).toBeGreaterThan(0.2)
  expect(readdirSync(cwd)).toEqual([])
}, 600_000)
