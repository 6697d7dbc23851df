import type { RefusedWords } from '../model/foreign-program.ts'

/** What commander calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'UNKNOWN_FLAG',
  'commander.unknownCommand': 'UNKNOWN_COMMAND',
  'commander.missingArgument': 'MISSING_ARGUMENT',
  'commander.missingMandatoryOptionValue': 'MISSING_ARGUMENT',
  'commander.optionMissingArgument': 'MISSING_VALUE',
  'commander.excessArguments': 'UNEXPECTED_ARGUMENT',
  'commander.conflictingOption': 'CONFLICTING_OPTIONS',
  'commander.invalidArgument': 'INVALID_VALUE',
}

/** Reads an error with which commander refuses words; null for any other. */
export function readRefusal(code: string, text: string): RefusedWords | null {
  const ours = CODES[code]
  if (ours === undefined) return null
  const [first = '', ...rest] = text.replace(/^error:\s*/i, '').split('\n')
  const suggestion = /\(Did you mean (?:one of )?([^?,)]+)/.exec(rest.join(' '))?.[1]
  const argument = /argument '([^']*)'\.?(?: |$)/.exec(first.replace(/^option.*/, ''))?.[1]
  const named = /(?:option|command) '([^']*)'/.exec(first)?.[1] ?? ''
  const flag = /--[A-Za-z][\w-]*/.exec(named)?.[0] ?? /^-\w/.exec(named)?.[0] ?? named
  const param = argument === undefined ? flag : `<${argument}>`
  const value = /(?:argument|value) '([^']*)' is invalid/.exec(first)?.[1]
  const allowed = /Allowed choices are (.*)\.$/.exec(first)?.[1]?.split(', ')
  return {
    code: allowed ? 'INVALID_CHOICE' : ours,
    message: /[.!?]$/.test(first) ? first : `${first}.`,
    param: param || text,
    ...(value !== undefined && { value }),
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  }
}
