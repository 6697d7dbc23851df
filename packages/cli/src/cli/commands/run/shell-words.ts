import { delimiter } from 'node:path'

import type { Outcome } from 'surety/unstable/contract'
import { editDistance } from '@surety/internal/closest.ts'
import { namesIn } from '@surety/internal/own-folder.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import known from './shell-words.json' with { type: 'json' }

const CD = new Set(known.cd)
const VARIABLES = new Set(known.variables)
const BUILTINS = new Set(known.builtins)
const OPERATORS = new Set(known.operators)
/** What stands behind words such as `if`. */
const INNER = new Set(known.inner)

/** Adds what a person would say of a call that could not go well, as it was typed. */
export function withHint(
  outcome: Outcome,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Outcome {
  if (outcome.ok || outcome.error.synthesised !== true) return outcome
  const isMissing = outcome.error.code === 'PROGRAM_NOT_FOUND'
  const suggestion = isMissing ? missingProgramHint(words, env) : shellHint(words)
  return suggestion === undefined
    ? outcome
    : { ...outcome, error: { ...outcome.error, suggestion } }
}

function shellHint(words: readonly string[]): string | undefined {
  const operator = words.find((word) => OPERATORS.has(word))
  if (operator === undefined) return undefined
  return `'${operator}' went to the program as a word; a shell understands it: ${sh(lineOf(words))}`
}

function lineOf(words: readonly string[]): string {
  const isBare = (word: string) => [OPERATORS, BUILTINS, INNER].some((some) => some.has(word))
  return words.map((word) => (isBare(word) ? word : quoteWords([word]))).join(' ')
}

function missingProgramHint(words: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const [program = '', ...rest] = words
  if (CD.has(program)) return `'${program}' is a word of the shell; use --cwd <folder> here.`
  if (VARIABLES.has(program))
    return `'${program}' is a word of the shell; set variables before the call: NAME=value surety run -- …`
  if (BUILTINS.has(program)) return `'${program}' is a word of the shell: ${sh(lineOf(words))}`
  const parts = program.trim().split(/\s+/)
  if (parts.length > 1) {
    const needsShell = /[|&;<>$`*?"'\\]/.test(program)
    return needsShell
      ? `A line for a shell: ${sh(program)}`
      : `Give the words one by one: ${run([...parts, ...rest])}`
  }
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(program) ?? []
  if (name !== undefined)
    return `Set variables before the call: ${name}=${quoteWords([value])} ${run(rest)}`
  if (program.includes('/')) return undefined
  const near = misspelt(program, (env['PATH'] ?? '').split(delimiter).flatMap(namesIn))
  return near === undefined ? undefined : `Did you mean '${near}'?`
}

/**
 * Finds the program whose name was mistyped. Names of programs are short and many: `bun` is no mistyped `bunzip2` or `run`,
 * so letters that changed places count, and one wrong letter in a longer name.
 */
function misspelt(word: string, programs: readonly string[]): string | undefined {
  const letters = (name: string) => name.split('').toSorted().join('')
  const isSwapped = (name: string) => letters(name) === letters(word)
  const near = programs.filter((name) => editDistance(word, name, 1) === 1)
  return near.find(isSwapped) ?? (word.length > 4 ? near[0] : undefined)
}

function sh(line: string): string {
  return quoteWords(['surety', 'sh', '--', line])
}

function run(words: readonly string[]): string {
  return quoteWords(['surety', 'run', '--', ...words])
}
