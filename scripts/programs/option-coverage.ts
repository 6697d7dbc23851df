import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import type { KnownCommand } from '../../packages/surety/src/description/description-types.ts'
import { READY } from '../../packages/client/src/programs/index.ts'
import { readYaml } from '../../packages/internal/src/yaml-text.ts'

/** How many options that a program's help names its description knows, and which it does not. */
export interface Coverage {
  readonly call: string
  readonly named: number
  readonly missing: readonly string[]
}

/** Finds the options that a text of help names: they begin a line, and at least two blanks or a line's end follow. */
export function optionsInHelp(help: string): readonly string[] {
  const found = new Set<string>()
  for (const line of stripVTControlCharacters(help).split('\n')) {
    const [, start] = /^\s{0,12}(-[^\s-]?[^\n]*)$/.exec(line) ?? []
    if (start === undefined) continue
    const names = start.split(/\s{2,}|\t|: /)[0]!
    for (const [name] of names.matchAll(/(?<![\w=<[./-])--?[A-Za-z0-9?@][\w-]*/g))
      found.add(name.replace(/-+$/, ''))
    for (const [, name] of names.matchAll(/--\[no-\]([a-z][\w-]*)/g))
      found.add(`--${name}`).add(`--no-${name}`)
  }
  return [...found]
}

/** Asks a program for its help, in an empty folder and without an input; null if it is not installed. */
function helpOf(words: readonly string[]): string | null {
  const cwd = mkdtempSync(join(tmpdir(), 'surety-options-'))
  try {
    const env = { ...process.env, LC_ALL: 'C', COLUMNS: '200', MANPAGER: 'cat', PAGER: 'cat' }
    const [program = '', ...rest] = words
    const run = spawnSync(program, rest, {
      cwd,
      env,
      input: '',
      encoding: 'utf8',
      timeout: 20_000,
    })
    return run.error === undefined ? `${run.stdout}\n${run.stderr}` : null
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

const namesOf = (flags: string | true | undefined) =>
  typeof flags === 'string'
    ? flags.split(/\s+/).map((flag) => flag.replace(/(?:==|=\?|=)$/, ''))
    : []

/** Compares a ready description with the help of the program that is installed here. */
export async function measureCoverage(program: string): Promise<readonly Coverage[]> {
  const text = readFileSync(join(READY, `${program}.surety.yaml`), 'utf8')
  const { calls } = (await readYaml(text)) as {
    calls: { options?: string; commands: Record<string, KnownCommand | null> }
  }
  return Object.entries(calls.commands).flatMap(([names, command]) => {
    const { reads, changes, dry } = command ?? {}
    // Of what is always a change, or never a read, options are not needed.
    if (changes === true && dry === undefined) return []
    if (reads === undefined && dry === undefined && typeof changes !== 'string') return []
    const known = new Set([calls.options, reads, changes, dry].flatMap(namesOf))
    // Beside commands, a program without one is asked for little.
    if (names === '' && dry === undefined && Object.keys(calls.commands).length > 1) return []
    const [first = ''] = names.split('|')
    if (first.includes('*')) return []
    const words = [program, ...first.split(' ').filter(Boolean)]
    const help = helpOf([...words, HELP[program] ?? '--help'])
    if (help === null) return []
    const named = optionsInHelp(help)
    if (named.length === 0) return []
    return [
      {
        call: words.join(' '),
        named: named.length,
        missing: named.filter((name) => !known.has(name)),
      },
    ]
  })
}

/** Programs that want another word for their whole help. */
const HELP: Readonly<Record<string, string>> = {
  curl: '--help=all',
  git: '-h',
  ps: '--help=all',
  openssl: '-help',
  unzip: '-hh',
}

/** Those that agents call most often, by the lines in tests/lines and the transcripts of bench/. */
const USUAL =
  'git ls cat head tail wc find grep rg sed awk sort uniq cut tr jq curl ps df du stat diff tar docker kubectl gh npm pip systemctl journalctl tree'

if (process.argv[1] === import.meta.filename) {
  const asked = process.argv.slice(2)
  const programs = asked.length > 0 ? asked : USUAL.split(' ')
  let [all, lacking] = [0, 0]
  for (const program of programs)
    for (const { call, named, missing } of await measureCoverage(program)) {
      all += named
      lacking += missing.length
      console.log(
        `${call}: ${named - missing.length} of ${named}; not: ${missing.join(' ') || '-'}`,
      )
    }
  console.log(`\n${all - lacking} of ${all} options, ${(100 - (100 * lacking) / all).toFixed(1)}%`)
}
