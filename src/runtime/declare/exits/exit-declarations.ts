import {
  defect,
  EXIT_CODE_TABLES,
  isStandardExitName,
  type CustomExitCode,
  type FailureName,
  type SideEffects,
  type StandardExitName,
} from '../../../contract/index.ts'
import { isCustomExit, type ExitEntryDeclaration } from './error-declarations.ts'
import {
  COMMON_EXITS,
  customEntry,
  declaredEntry,
  derivedEntry,
  isAfterFix,
  type ExitEntry,
} from './exit-entries.ts'

/** All exits of a command by name; frozen. */
export type ExitTable = Readonly<Record<string, ExitEntry>>

/** Checks declared exit codes and adds those of the declared errors and of the framework. */
export function resolveExits(
  where: string,
  declared: unknown,
  ofErrors: readonly (FailureName | CustomExitCode)[],
  alsoFromFramework: readonly FailureName[] = [],
): ExitTable {
  if (declared !== undefined && (typeof declared !== 'object' || declared === null)) {
    throw defect(
      'EXIT_CODES_INVALID',
      `${where}: exitCodes must map names to descriptions, as in { NOT_FOUND: 'There is no such note' }`,
    )
  }
  const table: Record<string, ExitEntry> = {}
  for (const [name, value] of Object.entries(declared ?? {}))
    table[name] = resolveEntry(where, name, value)
  table['SUCCESS'] ??= derivedEntry('SUCCESS')
  for (const exit of ofErrors) {
    if (typeof exit === 'string') table[exit] ??= derivedEntry(exit)
    else table[exit.name] ??= customEntry(exit)
  }
  for (const name of [...COMMON_EXITS, ...alsoFromFramework]) table[name] ??= derivedEntry(name)
  return Object.freeze(table)
}

/** Says how to declare an exit code of one's own; every wrong attempt is answered with it. */
export function howToDeclareExit(name: string, number: unknown = 79): string {
  const free = typeof number === 'number' && number >= 79 && number <= 125 ? number : 79
  const local = name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return (
    `declare the exit code once, const ${local} = defineExitCode({ name: '${name}', number: ${free}, ` +
    `description: '...' }), and use it in errors: { ${name}: ${local} }`
  )
}

function resolveEntry(where: string, name: string, value: unknown): ExitEntry {
  if (/^\d+$/.test(name)) {
    const constant = nameOfNumber(Number(name))
    const fix =
      constant === undefined ? howToDeclareExit('MY_EXIT', Number(name)) : `write ${constant}`
    throw defect('EXIT_BY_NUMBER', `${where}: exitCodes names exit ${name} by number; ${fix}`)
  }
  if (isCustomExit(value)) return namedEntry(where, name, value)
  if (!isStandardExitName(name)) {
    throw defect(
      'EXIT_UNKNOWN',
      `${where}: exitCodes has ${name}, which is not a standard name; ${howToDeclareExit(name, numberIn(value))}`,
    )
  }
  const entry = declaredEntry(name, value as string | ExitEntryDeclaration)
  const { description, retryable, side_effects } = entry
  if (typeof description !== 'string' || description.length < 1 || description.length > 120) {
    throw defect(
      'EXIT_DESCRIPTION_INVALID',
      `${where}: exit ${name} needs a description of 1 to 120 characters`,
    )
  }
  refuseContradictions(where, name, retryable, side_effects)
  return entry
}

function refuseContradictions(
  where: string,
  name: StandardExitName,
  retryable: boolean,
  effects: SideEffects,
): void {
  if (!['none', 'partial', 'complete'].includes(effects)) {
    throw defect(
      'EXIT_SIDE_EFFECTS_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${where}: exit ${name} has unknown side effects '${String(effects)}'`,
    )
  }
  if (retryable && effects !== 'none') {
    throw defect(
      'EXIT_RETRYABLE_UNSAFE',
      `${where}: exit ${name} is retryable, so its side effects must be none`,
    )
  }
  if (name === 'ARG_ERROR' && effects !== 'none') {
    throw defect('EXIT_ARG_ERROR_EFFECTS', `${where}: ARG_ERROR never has side effects`)
  }
  if (retryable) refuseRetryable(where, name)
  if (name !== 'SUCCESS' && effects === 'complete') {
    throw defect(
      'EXIT_COMPLETE_REFUSED',
      `${where}: only SUCCESS has complete side effects, not ${name}`,
    )
  }
}

function namedEntry(where: string, key: string, code: CustomExitCode): ExitEntry {
  if (key !== code.name) {
    throw defect('EXIT_NAME_MISMATCH', `${where} lists exit ${code.name} under the name ${key}`)
  }
  return customEntry(code)
}

/** Finds the number in a wrong attempt to declare an exit code. */
function numberIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? (value as { number?: unknown }).number
    : value
}

/** Refuses to call an exit retryable whose failures another call cannot succeed after. */
export function refuseRetryable(where: string, name: string): void {
  if (name === 'PARTIAL_FAILURE' || isAfterFix(name))
    throw defect('EXIT_NEVER_RETRYABLE', `${where}: ${name} is never retryable`)
}

function nameOfNumber(number: number): string | undefined {
  return Object.entries(EXIT_CODE_TABLES['1.6']).find(([, row]) => row.number === number)?.[0]
}
