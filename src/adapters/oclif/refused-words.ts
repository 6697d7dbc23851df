import { stripVTControlCharacters } from 'node:util'

import type { RefusedWords } from '../model/foreign-program.ts'

/** What oclif calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  NonExistentFlagsError: 'UNKNOWN_FLAG',
  RequiredArgsError: 'MISSING_ARGUMENT',
  UnexpectedArgsError: 'UNEXPECTED_ARGUMENT',
  FlagInvalidOptionError: 'INVALID_CHOICE',
  ArgInvalidOptionError: 'INVALID_CHOICE',
}

/** Reads an error with which the parser of oclif refuses words. */
export function readRefusal(error: unknown): RefusedWords {
  const message = textOf(error)
  const name = error instanceof Error ? error.constructor.name : ''
  const param = /--[A-Za-z][\w-]*/.exec(message)?.[0] ?? 'input'
  return { code: CODES[name] ?? 'INVALID_VALUE', message, param }
}

/** Takes the colours and the advice for people out of a message. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text)
    .replace(/\s*\nSee more help with --help\s*$/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}
