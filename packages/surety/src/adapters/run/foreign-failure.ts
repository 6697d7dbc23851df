import { SuretyError, type JsonObject } from '../../contract/index.ts'
import { given } from '@surety/internal/given.ts'
import type { Host } from '../../runtime/surface.ts'
import type { PrintedForm } from '../declare/declarations.ts'
import { COMMAND_FAILED, findRule, type RuleList } from '../declare/error-rules.ts'
import type { ForeignProgram } from '../model/foreign-program.ts'
import { toPrintedData } from './printed-data.ts'

export function toFailure(
  host: Host,
  { program, rules, form }: ForeignCall,
  end: CallEnd,
  exit: number,
  printed: string,
  stderr: string,
): unknown {
  const error = end.kind === 'returned' ? undefined : end.error
  if (error instanceof SuretyError) return error
  const seen = end.kind === 'threw' ? program.classify(error) : null
  const message = messageOf(end, stderr, printed, exit)
  const code = findRule(rules, { error, message, exit })
  if (code === undefined && seen?.kind === 'refused') {
    const { param = '', ...problem } = seen.problem
    return host.refuse([{ ...given(problem), param }])
  }
  // The framework knows the errors of the system.
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (code === undefined && error instanceof Error && typeof syscall === 'string') return error
  const data = dataOf(printed, form)
  const details: JsonObject = { exit_code: exit }
  const facts = { details, ...(data && { data }), cause: error }
  if (code === undefined)
    return new SuretyError(COMMAND_FAILED, 'GENERAL_ERROR', message, { ...facts, ...UNKNOWN })
  const { exit: of, retryable, suggestion } = rules.find(([each]) => each === code)![1]
  return new SuretyError(code, of, message, { ...facts, ...given({ retryable, suggestion }) })
}

/**
 * Nobody said whether another try helps. The contract wants a boolean and then has false, which an agent would take for
 * "another try is useless"; so the answer says in words that it is not known.
 */
const UNKNOWN = {
  retryable: null,
  suggestion:
    'Nobody knows whether another try helps or what was changed: go by its message, and look before you repeat a change.',
} as const

/** Finds the words that tell best what went wrong. */
function messageOf(end: CallEnd, stderr: string, printed: string, exit: number): string {
  if (end.kind === 'threw') {
    const { error } = end
    if (error instanceof Error && error.message !== '') return error.message
    if (typeof error === 'string' && error.trim() !== '') return error
  }
  if (end.kind === 'exited' && end.message) return end.message
  const lines = lastLines(stderr) || lastLines(printed)
  return lines || `The command exited with ${exit}.`
}

/** Where an error was thrown, with the members that Node prints after it, and the version that a crash ends with. */
const STACK =
  /(?:\n[ \t]+(?:at |\.{3} \d+ lines matching )[^\n]*)+(?:(?<=\{)(?:\n[ \t][^\n]*)*\n\})?(?:\n+Node\.js v[\d.]+\s*$)?/g

/** Takes the end of a text: programs print their progress first and their error last. */
export function lastLines(text: string): string {
  const paragraphs = text
    .replaceAll(STACK, '')
    .trim()
    .split(/\n\s*\n/)
  const message = paragraphs
    .at(-1)!
    .replace(/^\s*(?:uncaught\s+)?[a-z]*error:?\s+/i, '')
    .trim()
  return message.length > 1000 ? `...${message.slice(-1000)}` : message
}

/** Keeps what a program printed before it failed. */
function dataOf(printed: string, form: PrintedForm | undefined): JsonObject | null {
  if (printed.trim() === '') return null
  const data = toPrintedData(printed, form === 'json' || form === 'jsonl' ? 'auto' : form)
  if (data === null) return null
  const isObject = typeof data === 'object' && !Array.isArray(data)
  return isObject ? (data as JsonObject) : { output: data as JsonObject[string] }
}

export interface ForeignCall {
  readonly program: ForeignProgram
  readonly words: readonly string[]
  readonly form: PrintedForm | undefined
  readonly rules: RuleList
}

export type CallEnd =
  | { readonly kind: 'returned'; readonly value: unknown }
  | {
      readonly kind: 'exited'
      readonly code: number
      readonly message?: string
      readonly error?: unknown
    }
  | { readonly kind: 'threw'; readonly error: unknown }
