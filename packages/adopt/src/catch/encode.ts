import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

import type { Answer } from './heard.ts'

/** How a caller wants to have the answer. */
export interface Wish {
  readonly format: string
  readonly envelope: string
}

/** The envelope that this package writes by itself; others need `surety`. */
export const OWN_ENVELOPE = 'spec-1.0'

/** Our own child must not be given the sink, nor be caught. */
const run = spawnSync

function isOwn({ format, envelope }: Wish): boolean {
  return envelope === OWN_ENVELOPE && (format === 'json' || format === 'jsonl')
}

function findSurety(name: string): string | null {
  try {
    return createRequire(process.argv[1] ?? import.meta.url).resolve(`surety/${name}`)
  } catch {
    return null
  }
}

/** Says why an answer cannot be written so, before anything runs; other envelopes and formats are in the package `surety`. */
export function flawOf(wish: Wish, prefix: string | null, formats: RegExp): string | null {
  const { format, envelope } = wish
  if (isOwn(wish)) return null
  const asks = [
    ...(format === 'json' || format === 'jsonl' ? [] : [named('format', format, prefix)]),
    ...(envelope === OWN_ENVELOPE ? [] : [named('envelope', envelope, prefix)]),
  ].join(' ')
  if (!formats.test(format))
    return `${asks}: the formats are json, jsonl, yaml, toon, md and plain.`
  if (findSurety('dialects') === null)
    return `${asks} needs the package surety beside @surety/adopt: npm i surety.`
  const sample = { envelope: { ok: true, data: {}, error: null, warnings: [], meta: {} }, exit: 0 }
  return write(sample, wish) === null ? `${asks} is not known to the package surety.` : null
}

const named = (what: 'format' | 'envelope', value: string, prefix: string | null) =>
  prefix === null ? `--${what} ${value}` : `${prefix}_${what.toUpperCase()}=${value}`

/** Reads our envelope from stdin and writes it in another dialect and format. A process ends, so nothing can be awaited in it. */
const SCRIPT = `
const [dialects, formats, format, envelope, exit] = process.argv.slice(1)
const { decode, encode, loadDialect } = await import(dialects)
const { loadFormat } = await import(formats)
const { readFileSync } = await import('node:fs')
const capture = { stdout: readFileSync(0, 'utf8'), stderr: '', exit_code: Number(exit) }
const { outcome } = await decode(capture, { dialect: '${OWN_ENVELOPE}' })
const encoded = encode(outcome, await loadDialect(envelope))
const text = encoded.stdout || encoded.stderr
const isJson = format === 'json' || format === 'jsonl'
const out = isJson ? text : await (await loadFormat(format)).render(JSON.parse(text))
process.stdout.write(JSON.stringify({ text: out.replace(/\\n?$/, '\\n'), exit: encoded.exit_code }))
`

/** Writes an answer as the caller wants it. */
export function encode(answer: Answer, wish: Wish): Written {
  const own = { text: `${JSON.stringify(answer.envelope)}\n`, exit: answer.exit }
  return isOwn(wish) ? own : (write(answer, wish) ?? own)
}

/** What goes to stdout, and the number that the process exits with. */
interface Written {
  readonly text: string
  readonly exit: number
}

/** Has the package `surety` write an answer; null if it cannot. */
function write({ envelope, exit }: Answer, wish: Wish): Written | null {
  const [dialects, formats] = ['dialects', 'formats'].map(
    (name) => pathToFileURL(findSurety(name)!).href,
  )
  const words = [dialects!, formats!, wish.format, wish.envelope, String(exit)]
  const { stdout } = run(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, '--', ...words],
    {
      input: `${JSON.stringify(envelope)}\n`,
      encoding: 'utf8',
      maxBuffer: Infinity,
      env: { PATH: process.env['PATH'] },
    },
  )
  try {
    return JSON.parse(stdout) as Written
  } catch {
    return null
  }
}
