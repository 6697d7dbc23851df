import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { encode } from 'gpt-tokenizer/encoding/o200k_base'

import { install } from '../start/install.ts'
import { OWN_ANSWERS } from './own-answers.ts'

/** One answer to count. `limit` is what it may cost at most. */
interface Row {
  readonly title: string
  readonly argv: readonly string[]
  readonly size?: number
  readonly limit: number
  /** Of our own command: what it reads from standard input. */
  readonly stdin?: string
}

/** The current generation of the spec, which demands more in every answer. */
const CURRENT = ['--envelope', 'spec-1.16']

const ROWS: readonly Row[] = [
  { title: 'trivial success', argv: ['show', '1'], limit: 32 },
  { title: 'unknown flag', argv: ['show', '1', '--stat', 'x'], limit: 80 },
  { title: 'missing argument', argv: ['show'], limit: 80 },
  { title: 'unknown command', argv: ['shwo', '1'], limit: 80 },
  { title: '--help of a command', argv: ['show', '--help'], limit: 150 },
  { title: '--schema of it', argv: ['show', '--schema'], limit: 250 },
  { title: 'manifest, 1 command', argv: ['manifest'], limit: 700 },
  { title: 'manifest, 10 commands', argv: ['manifest'], size: 10, limit: 2000 },
  { title: 'manifest, 72 commands', argv: ['manifest'], size: 72, limit: 11_000 },
  { title: 'manifest --index, 72 commands', argv: ['manifest', '--index'], size: 72, limit: 1000 },
  { title: '--llms, 72 commands', argv: ['--llms'], size: 72, limit: 233 },
  { title: 'trivial success, spec-1.16', argv: ['show', '1', ...CURRENT], limit: 140 },
  { title: 'unknown flag, spec-1.16', argv: ['show', '1', '--stat', 'x', ...CURRENT], limit: 220 },
  { title: 'manifest, 1 command, spec-1.16', argv: ['manifest', ...CURRENT], limit: 3600 },
  {
    title: 'manifest, 72 commands, spec-1.16',
    argv: ['manifest', ...CURRENT],
    size: 72,
    limit: 18_000,
  },
  ...OWN_ANSWERS.map(({ words, stdin = '', limit = 1500 }): Row => ({
    title: `surety ${words.map((word) => (/[|]/.test(word) ? '…' : word)).join(' ')}`,
    argv: words,
    stdin,
    limit,
  })),
]

/** What a model of 72 commands costs with incur. Its five responses carry far more data than ours. */
const INCUR = {
  'at start': 233,
  'three commands discovered': 648,
  'one call': 65,
  'five responses': 5920,
}

const results = fileURLToPath(new URL('../results/tokens.md', import.meta.url))
const ourCommand = fileURLToPath(new URL('../../packages/cli/dist/cli/main.cjs', import.meta.url))
const folder = install()
try {
  cpSync(fileURLToPath(new URL('model.mjs', import.meta.url)), join(folder, 'model.mjs'))
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'unknown-tool'), '#!/bin/sh\necho hi\n', { mode: 0o755 })
  const lines = ROWS.map((row) => `| ${row.title} | ${count(row)} | ${row.limit} |`)
  const dear = dearestHelp()
  lines.push(`| surety ${dear.name} --help, the longest of all | ${dear.tokens} | 1500 |`)
  const index = count({ title: '', argv: ['--llms'], size: 72, limit: 0 })
  const three = 3 * count({ title: '', argv: ['show', '--help'], size: 72, limit: 0 })
  const call = count({ title: '', argv: ['show', '1'], size: 72, limit: 0 })
  const model = [index, three, call, 5 * call]
  const text = [
    '# Tokens of an answer',
    '',
    'Both streams, o200k, from the packed package, `surety` from its build; `npm run build`, then `npx tsx bench/tokens/tokens.ts` counts again.',
    '',
    '| Answer | Tokens | Goal |',
    '| --- | --: | --: |',
    ...lines,
    '',
    'A tool of 72 commands (62 arguments, 197 options), beside the numbers for incur with a model of that size.',
    'The responses of that model carry more data than ours, so the last row does not compare the envelopes.',
    '',
    '| | surety | incur |',
    '| --- | --: | --: |',
    ...Object.entries(INCUR).map(
      ([title, tokens], at) => `| ${title} | ${model[at]} | ${tokens} |`,
    ),
    '',
  ].join('\n')
  writeFileSync(results, text)
  process.stdout.write(text)
} finally {
  rmSync(folder, { recursive: true })
}

function count({ argv, size = 1, stdin }: Row): number {
  const script = stdin === undefined ? 'model.mjs' : ourCommand
  return encode(printed(script, argv, size, stdin)).length
}

function printed(script: string, argv: readonly string[], size: number, stdin = ''): string {
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    input: stdin,
    env: { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home'), SIZE: String(size) },
    timeout: 60_000,
  })
  if (stderr.includes('MODULE_NOT_FOUND')) throw new Error(stderr)
  return stdout + stderr
}

/** Finds the command of ours whose help costs most. */
function dearestHelp(): { readonly name: string; readonly tokens: number } {
  const { data } = JSON.parse(printed(ourCommand, ['manifest'], 1)) as {
    readonly data: { readonly commands: object }
  }
  const all = Object.keys(data.commands).map((name) => ({
    name,
    tokens: encode(printed(ourCommand, [...name.split(' '), '--help'], 1)).length,
  }))
  return all.toSorted((a, b) => b.tokens - a.tokens)[0]!
}
