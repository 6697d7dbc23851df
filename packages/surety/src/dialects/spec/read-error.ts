import {
  defaultRetryable,
  isFailureName,
  isJsonObject,
  type CustomExitCode,
  type ExitName,
  type FailureName,
  type Generation,
  type JsonObject,
  type JsonValue,
  type OutcomeError,
} from '../../contract/index.ts'
import { setMember } from '@surety/internal/json/json-members.ts'
import {
  draftError,
  mergedDetails,
  synthesisedError,
  type Draft,
  ERROR_FITS,
} from '../read/outcome-draft.ts'
import { RESERVED } from '../write/reserved.ts'
import type { CaptureReader } from '../read/capture-reader.ts'
import { MAX_NAMED, textMember } from '../read/read-members.ts'
import { FOREIGN_MEMBERS } from './foreign-members.ts'

export interface ReadExit {
  readonly name: ExitName
  readonly category: FailureName
  readonly custom?: CustomExitCode
}

interface SpecErrorReading {
  readonly reading: CaptureReader
  readonly generation: Generation
  readonly document: JsonObject
  readonly exit: ReadExit
  readonly draft: Draft
  readonly isContradictory: boolean
}

const FIRST_MEMBERS = ['detail', 'phase', 'suggestion']
const LATER_MEMBERS = [
  ...FIRST_MEMBERS,
  'retry_strategy',
  'fix_required',
  'fix_command',
  'docs_url',
]
const FACTS = { '1.0': undefined, '1.6': 'details', '1.16': 'context' } as const
const OWN: ReadonlySet<string> = new Set([
  'code',
  'message',
  'retryable',
  'retry_after',
  'retry_after_ms',
  'redirect',
  RESERVED,
])

export function readSpecError(context: SpecErrorReading): JsonValue | undefined {
  const { reading, generation, document, exit, draft } = context
  const { error } = document
  const meaning = generation === '1.0' ? 'safe_to_retry' : undefined
  if (!isJsonObject(error)) {
    if (error === null) reading.problem('error_null', 'the command failed and error is null')
    else reading.problem('error_not_object', 'error is neither an object nor null')
    draft.error = synthesisedError({
      code: exit.name,
      message: typeof error === 'string' ? error : `The command failed with ${exit.name}.`,
      category: exit.category,
      retryable: tableRetryable(generation, exit, ''),
      meaning,
    })
    return undefined
  }
  const code = textMember(reading, error, 'code') ?? exit.name
  const message = textMember(reading, error, 'message') ?? `The command failed with ${code}.`
  const members = readMembers(context, error)
  draft.error = draftError({
    code,
    message,
    category: exit.category,
    retryable: readRetryable(context, error, code),
    members,
    meaning,
  })
  if (exit.category === 'PARTIAL_FAILURE' && draft.error.retryable === true) {
    reading.problem('retryable_contradicts_exit', 'a partial failure is never retryable')
    // A repeated call would repeat the writes that succeeded.
    draft.error.recovery = 'never'
  }
  if (draft.error.retry_after_ms !== undefined && draft.error.retryable !== true) {
    reading.problem('wait_without_retryable', 'a wait is valid only with retryable: true')
  }
  return Object.hasOwn(error, RESERVED) ? error[RESERVED] : undefined
}

function readRetryable(
  { reading, generation, exit, isContradictory }: SpecErrorReading,
  error: JsonObject,
  code: string,
): boolean {
  // If the values differ, the careful one counts.
  if (isContradictory) return false
  const { retryable } = error
  if (typeof retryable === 'boolean') return retryable
  if (retryable !== undefined) {
    reading.problem('retryable_not_boolean', 'error.retryable is neither true nor false')
  }
  return tableRetryable(generation, exit, code)
}

function tableRetryable(generation: Generation, exit: ReadExit, code: string): boolean {
  if (code === 'TOKEN_MISSING' || code === 'TOKEN_INVALID') return false
  if (exit.custom) return exit.custom.retryable
  return isFailureName(exit.name) && defaultRetryable(exit.name, generation)
}

function readMembers(context: SpecErrorReading, error: JsonObject): Partial<OutcomeError> {
  const { reading, generation, exit } = context
  const isOpen = generation !== '1.0'
  const members: Record<string, JsonValue> = {}
  const leftovers: Record<string, JsonValue> = {}
  let facts: JsonObject | undefined
  let unknown = 0
  for (const [key, value] of Object.entries(error)) {
    if ((isOpen ? LATER_MEMBERS : FIRST_MEMBERS).includes(key)) {
      if (!ERROR_FITS[key as 'detail'](value)) {
        reading.problem('error_member_invalid', `error.${key} has the wrong type or value`)
        setMember(leftovers, key, value)
      } else if (key !== 'suggestion' || value !== '') members[key] = value
    } else if (key === FACTS[generation] && isJsonObject(value)) facts = value
    else if (isOpen && key === 'cause' && typeof value === 'string') members['root_cause'] = value
    else if (isOpen && isForeignMember(key) && ERROR_FITS[key](value)) members[key] = value
    else if (!OWN.has(key)) {
      unknown += 1
      if (!isOpen && unknown <= MAX_NAMED)
        reading.problem('error_member_unknown', `error.${key.slice(0, 80)}`)
      setMember(leftovers, key, value)
    }
  }
  readWait(reading, error, isOpen ? 'retry_after_ms' : 'retry_after', members)
  const { redirect } = error
  if (exit.name !== 'REDIRECTED' && redirect !== undefined) {
    const reason = `error.redirect is valid only with REDIRECTED, not with ${exit.name}`
    reading.problem('redirect_ignored', reason)
    leftovers['redirect'] = redirect
  } else if (exit.name === 'REDIRECTED' && ERROR_FITS.redirect(redirect ?? null)) {
    members['redirect'] = redirect!
  } else if (exit.name === 'REDIRECTED') {
    const reason = 'REDIRECTED needs error.redirect with command and permanent'
    reading.problem('redirect_missing', reason)
  }
  const details = mergedDetails(leftovers, facts)
  if (details) members['details'] = details
  return members
}

function isForeignMember(key: string): key is (typeof FOREIGN_MEMBERS)[number] {
  return (FOREIGN_MEMBERS as readonly string[]).includes(key)
}

const UNITS = { retry_after: 1000, retry_after_ms: 1 } as const

/** Reads a wait in the unit of either generation; the own one of this generation counts. */
function readWait(
  reading: CaptureReader,
  error: JsonObject,
  own: keyof typeof UNITS,
  members: Record<string, JsonValue>,
): void {
  for (const key of ['retry_after', 'retry_after_ms'] as const) {
    const value = error[key]
    if (value === undefined) continue
    if (key !== own) reading.problem('wait_of_other_generation', `error.${key}`)
    if (!Number.isFinite(value) || Number(value) < 0) {
      reading.problem('wait_invalid', `error.${key} is not a valid wait`)
      continue
    }
    if (!Number.isInteger(value))
      reading.problem('wait_invalid', `error.${key} is not a whole number`)
    if (members['retry_after_ms'] === undefined || key === own)
      members['retry_after_ms'] = Math.ceil(Number(value) * UNITS[key])
  }
}
