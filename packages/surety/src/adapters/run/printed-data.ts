import { parseJson, suretyError } from '../../contract/index.ts'
import type { PrintedForm } from '../declare/declarations.ts'

/** Turns what a program printed into data; null if it printed nothing. */
export function toPrintedData(printed: string, form: PrintedForm = 'auto'): unknown {
  const text = printed.replace(/\r?\n$/, '')
  if (form === 'none') return null
  if (form === 'lines') return text === '' ? [] : text.split(/\r?\n/)
  if (form === 'jsonl') return linesOf(text).map((line) => parseDeclared(line, 'lines of JSON'))
  if (text.trim() === '') return form === 'text' && text !== '' ? text : null
  if (form === 'text') return text
  if (form === 'json') return parseDeclared(text, 'JSON')
  return guess(text)
}

/** A number, a word and `true` stay text: `1.10` is more often a version than a number. */
function guess(text: string): unknown {
  const whole = parseContainer(text)
  if (whole !== undefined) return whole
  const lines = linesOf(text)
  if (lines.length < 2) return text
  const values = lines.map(parseContainer)
  return values.includes(undefined) ? text : values
}

function parseContainer(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

function parseDeclared(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const message = `The command did not print ${what}, as it is declared to.`
    const detail = (error as Error).message
    throw suretyError('OUTPUT_INVALID', message, { detail, retryable: false })
  }
}
