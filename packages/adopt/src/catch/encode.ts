import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

import type { Answer } from './answer.ts'

/** How a caller wants to have the answer. */
export interface Wish {
  readonly format: string
  readonly envelope: string
}

/** Our own child must not be given the sink, nor be caught. */
const run = spawnSync

function isOwn({ format, envelope }: Wish): boolean {
  return envelope === 'spec-1.0' && (format === 'json' || format === 'jsonl')
}

function findSurety(name: string): string | null {
  try {
    return createRequire(process.argv[1] ?? import.meta.url).resolve(`surety/${name}`)
  } catch {
    return null
  }
}

/** Tests whether the answer can be written so; other envelopes and formats are in the package `surety`. */
export function canEncode(wish: Wish): boolean {
  return isOwn(wish) || findSurety('dialects') !== null
}

/** Reads our envelope from stdin and writes it in another dialect and format. A process ends, so nothing can be awaited in it. */
const SCRIPT = `
const [dialects, formats, format, envelope, exit] = process.argv.slice(1)
const { decode, encode, loadDialect } = await import(dialects)
const { loadFormat } = await import(formats)
const { readFileSync } = await import('node:fs')
const capture = { stdout: readFileSync(0, 'utf8'), stderr: '', exit_code: Number(exit) }
const { outcome } = await decode(capture, { dialect: 'spec-1.0' })
const encoded = encode(outcome, await loadDialect(envelope))
const text = encoded.stdout || encoded.stderr
const isJson = format === 'json' || format === 'jsonl'
const out = isJson ? text : await (await loadFormat(format)).render(JSON.parse(text))
process.stdout.write(JSON.stringify({ text: out.replace(/\\n?$/, '\\n'), exit: encoded.exit_code }))
`

/** Writes an answer as the caller wants it. */
export function encode({ envelope, exit }: Answer, wish: Wish): { text: string; exit: number } {
  const text = `${JSON.stringify(envelope)}\n`
  if (isOwn(wish)) return { text, exit }
  const [dialects, formats] = ['dialects', 'formats'].map(
    (name) => pathToFileURL(findSurety(name)!).href,
  )
  const words = [dialects!, formats!, wish.format, wish.envelope, String(exit)]
  const { stdout } = run(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, '--', ...words],
    {
      input: text,
      encoding: 'utf8',
      maxBuffer: Infinity,
      env: { PATH: process.env['PATH'] },
    },
  )
  try {
    return JSON.parse(stdout) as { text: string; exit: number }
  } catch {
    return { text, exit }
  }
}
