import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'

import type { Call } from './tools/tool.ts'

/** What a run printed, how it ended, and the files that it left. */
export interface Ended {
  readonly stdout: Buffer
  readonly stderr: string
  readonly exit: number | string
  readonly files: Readonly<Record<string, string>>
}

interface Answer {
  readonly ok: boolean
  readonly data: unknown
  readonly error: { readonly code: string; readonly message: unknown; readonly retryable: unknown }
  readonly meta: { readonly output?: unknown; readonly tool_exit_code?: number }
}

/** The exit of a code, where the contract has one; 1 otherwise. */
const EXITS: Readonly<Record<string, number>> = {
  UNKNOWN_FLAG: 3,
  UNKNOWN_COMMAND: 3,
  MISSING_ARGUMENT: 3,
  MISSING_VALUE: 3,
  UNEXPECTED_ARGUMENT: 3,
  INVALID_CHOICE: 3,
  INVALID_VALUE: 3,
  CONFLICTING_OPTIONS: 3,
  ARG_ERROR: 3,
  FILE_NOT_FOUND: 5,
  NOT_FOUND: 5,
}

/** Says what is wrong with an answer, judged by what the same call of the bare program did. */
export function checkAnswer(
  asked: Ended,
  bare: Ended,
  call: Call,
  shown: (ended: Ended) => string,
): string | undefined {
  const lines = asked.stdout.toString().split('\n')
  if (lines.length !== 2 || lines[1] !== '')
    return `no single line: ${lines.slice(0, 3).join('|').slice(0, 300)}`
  let answer: Answer
  try {
    answer = JSON.parse(lines[0]!) as Answer
  } catch {
    return `no JSON: ${lines[0]!.slice(0, 300)}`
  }
  const { ok, data, error, meta } = answer
  if (ok !== (bare.exit === 0))
    return `ok is ${String(ok)}, the exit was ${bare.exit}: ${lines[0]!.slice(0, 300)}`
  const printed = expectedData(bare.stdout)
  const got = ok ? data : (meta.output ?? null)
  const text = (value: unknown) =>
    shown({ ...bare, stdout: Buffer.from(JSON.stringify(value)), stderr: '', files: {} })
  if (!isDeepStrictEqual(text(got), text(ok ? (printed ?? data) : printed)))
    return `other data: ${JSON.stringify(got)?.slice(0, 200)} for ${JSON.stringify(printed)?.slice(0, 200)}`
  if (ok && printed === null && call.returned === undefined && JSON.stringify(data) !== '{}')
    return `data out of nothing: ${JSON.stringify(data).slice(0, 200)}`
  if (!ok && error.code !== (call.code ?? 'COMMAND_FAILED'))
    return `${error.code} for ${call.code ?? 'COMMAND_FAILED'}: ${String(error.message).slice(0, 200)}`
  if (
    !ok &&
    (typeof error.message !== 'string' || error.message.length < 5 || error.retryable === true)
  )
    return `no message, or to be repeated: ${JSON.stringify(error).slice(0, 200)}`
  const exit = ok ? 0 : (EXITS[error.code] ?? 1)
  if (asked.exit !== exit) return `exit ${asked.exit} for ${exit}`
  if (!ok && exit !== bare.exit && meta.tool_exit_code !== bare.exit)
    return `tool_exit_code ${meta.tool_exit_code} for ${bare.exit}`
  const left = { ...bare, stdout: Buffer.alloc(0) }
  if (shown({ ...left, exit: 0 }) !== shown({ ...asked, stdout: Buffer.alloc(0), exit: 0 }))
    return `other files or stderr: ${shown(asked).slice(0, 500)} for ${shown(bare).slice(0, 500)}`
  return undefined
}

function expectedData(bytes: Buffer): unknown {
  if (!isUtf8(bytes) || bytes.includes(0))
    return { bytes: bytes.length, base64: bytes.toString('base64') }
  const text = bytes.toString().replace(/^\uFEFF/, '')
  if (text.trim() === '') return null
  const container = (each: string) => {
    if (!/^\s*[{[]/.test(each)) return undefined
    try {
      return JSON.parse(each) as unknown
    } catch {
      return undefined
    }
  }
  const whole = container(text)
  if (whole !== undefined) return whole
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(container)
  if (lines.length > 1 && !lines.includes(undefined)) return lines
  return { value: stripVTControlCharacters(text).replace(/\r?\n$/, '') }
}
