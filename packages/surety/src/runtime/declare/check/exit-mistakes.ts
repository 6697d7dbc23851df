import {
  EXIT_ROWS,
  FAILURE_NAMES,
  isFailureName,
  isNeverRetryable,
  isStandardExitName,
  type CustomExitCode,
} from '../../../contract/index.ts'
import { exitName, isCustomExit } from '../exits/exit-declarations.ts'
import type { ErrorDeclaration, ErrorDeclarations, ExitCodesDeclaration } from '../types/exits.ts'
import { entryOf, resolveErrors, type ExitEntry } from '../exits/exit-table.ts'
import type { MistakeTexts } from './mistakes.ts'

/** Finds what is wrong with declared errors. */
export function* errorMistakes(declared: ErrorDeclarations | undefined): MistakeTexts {
  for (const [code, row] of Object.entries(resolveErrors(declared))) yield* errorMistake(code, row)
}

function* errorMistake(code: string, { exit, retryable }: ErrorDeclaration): MistakeTexts {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(code))
    yield `ERROR_CODE_INVALID: error code '${code}' must start with a letter and hold only letters, digits and _`
  if (isCustomExit(exit) || isFailureName(exit)) {
    const name = exitName(exit)
    if (retryable && isNeverRetryable(name))
      yield `EXIT_NEVER_RETRYABLE: error ${code}: ${name} is never retryable`
    return
  }
  const meant = FAILURE_NAMES.find((name) => lettersOf(name) === lettersOf(exit))
  const fix =
    meant === undefined
      ? ` such as NOT_FOUND; ${howToDeclareExit(code.toUpperCase(), exit)}`
      : `; use ${meant}, or for an exit of its own defineExitCode()`
  yield `ERROR_EXIT_UNKNOWN: error ${code} has the exit ${String(exit)}, which is not a standard name${fix}`
}

/** What two spellings of a name have in common: `not-found`, `NotFound` and `NOT_FOUND`. */
function lettersOf(name: unknown): string {
  return String(name)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
}

/** Finds what is wrong with declared exits. */
export function* exitMistakes(declared: unknown = {}): MistakeTexts {
  if (typeof declared !== 'object' || declared === null)
    return yield "EXIT_CODES_INVALID: exitCodes must map names to descriptions, as in { NOT_FOUND: 'There is no such note' }"
  for (const [name, value] of Object.entries(declared as ExitCodesDeclaration)) {
    const unknown = [...nameMistakes(name, value)]
    yield* unknown
    // Exits of one's own are checked where they are defined.
    if (unknown.length === 0 && !isCustomExit(value))
      yield* entryMistakes(entryOf(name as 'SUCCESS', value))
  }
}

/** Says how to declare an exit code of one's own; every wrong attempt is answered with it. */
function howToDeclareExit(name: string, number: unknown = 79): string {
  const free = typeof number === 'number' && number >= 79 && number <= 125 ? number : 79
  const local = name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return (
    `declare the exit code once, const ${local} = defineExitCode({ name: '${name}', number: ${free}, ` +
    `description: '...' }), and use it in errors: { ${name}: ${local} }`
  )
}

function* nameMistakes(key: string, value: unknown): MistakeTexts {
  if (/^\d+$/.test(key)) {
    const rows = Object.entries(EXIT_ROWS['1.6'])
    const constant = rows.find(([, { number }]) => number === Number(key))?.[0]
    const fix = constant ? `write ${constant}` : howToDeclareExit('MY_EXIT', Number(key))
    yield `EXIT_BY_NUMBER: exitCodes names exit ${key} by number; ${fix}`
  }
  if (isCustomExit(value) && key !== value.name)
    yield `EXIT_NAME_MISMATCH lists exit ${value.name} under the name ${key}`
  if (!isCustomExit(value) && !isStandardExitName(key))
    yield `EXIT_UNKNOWN: exitCodes has ${key}, which is not a standard name; ${howToDeclareExit(key, (value as CustomExitCode | null)?.number ?? value)}`
}

function* entryMistakes({ name, description, retryable, ...entry }: ExitEntry): MistakeTexts {
  const { side_effects: effects } = entry
  if (typeof description !== 'string' || description.length < 1 || description.length > 120)
    yield `EXIT_DESCRIPTION_INVALID: exit ${name} needs a description of 1 to 120 characters`
  if (!['none', 'partial', 'complete'].includes(effects))
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
    yield `EXIT_SIDE_EFFECTS_INVALID: exit ${name} has unknown side effects '${String(effects)}'`
  if (retryable && effects !== 'none')
    yield `EXIT_RETRYABLE_UNSAFE: exit ${name} is retryable, so its side effects must be none`
  if (name === 'ARG_ERROR' && effects !== 'none')
    yield 'EXIT_ARG_ERROR_EFFECTS: ARG_ERROR never has side effects'
  if (retryable && isNeverRetryable(name)) yield `EXIT_NEVER_RETRYABLE: ${name} is never retryable`
  if (name !== 'SUCCESS' && effects === 'complete')
    yield `EXIT_COMPLETE_REFUSED: only SUCCESS has complete side effects, not ${name}`
}
