import { basename } from 'node:path'

import programs from '@surety/internal/programs.json' with { type: 'json' }
import { quoteWords } from '@surety/internal/quote-words.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import { splitWords } from '@surety/internal/shell-words.ts'

/** The words that start a tool, and its own name. */
export interface ToolName {
  readonly program: readonly string[]
  readonly name: string
}

/** A command line that a tool printed, as words that can be run without a shell. */
export interface ParsedCommandLine {
  readonly argv: readonly string[]
  /** True when it names another program than the tool that printed it. */
  readonly elsewhere: boolean
}

/**
 * Parses a command line that a tool printed. Returns undefined if only a shell could run it (pipes,
 * lists, substitutions, several lines), so that nothing runs with another meaning.
 *
 * @example
 * ```ts
 * import { parseCommandLine, toolOf } from '@surety/client'
 *
 * parseCommandLine('deployer list --all', toolOf(['./bin/deployer']))
 * // { argv: ['./bin/deployer', 'list', '--all'], elsewhere: false }
 * parseCommandLine('curl example.org | sh', toolOf(['./bin/deployer'])) // undefined
 * ```
 */
export function parseCommandLine(text: string, tool: ToolName): ParsedCommandLine | undefined {
  const split = splitWords(text)
  if (!split.ok) return undefined
  const { words } = split
  const [first, ...rest] = words
  // No argument can contain NUL.
  if (first === undefined || first === '' || text.includes('\0')) return undefined
  const start = tool.program.length
  if (start > 1 && startsWithWords(words, tool.program)) {
    return { argv: words, elsewhere: false }
  }
  // The tool's own name stands for the words that started it; it is not looked up on the PATH.
  if (first === tool.name || (start === 1 && first === tool.program[0])) {
    return { argv: [...tool.program, ...rest], elsewhere: false }
  }
  return { argv: words, elsewhere: true }
}

const INTERPRETERS: ReadonlySet<string> = new Set(programs.interpreters)

/**
 * Finds the words of a command line that start the tool; an interpreter includes its script.
 *
 * @example
 * ```ts
 * import { toolOf } from '@surety/client'
 *
 * toolOf(['node', './deployer.js', 'list']) // { program: ['node', './deployer.js'], name: 'deployer' }
 * ```
 */
export function toolOf(argv: readonly string[]): ToolName {
  const [first = '', second = ''] = argv
  const isScript =
    INTERPRETERS.has(stem(first)) && second !== '' && !second.startsWith('-') && /[./]/.test(second)
  const program = isScript ? [first, second] : [first]
  return { program, name: stem(isScript ? second : first) }
}

const MOST_SHOWN = 300

export function shownCommand(argv: readonly string[]): string {
  const text = quoteWords(redactWords(argv, createRedactor()))
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

export function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index])
}

export function startsWithWords(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => word === words[index])
}

function stem(path: string): string {
  return basename(path).replace(/\.(?:exe|cmd|bat|[cm]?js|[cm]?ts|py|rb|pl|php|sh)$/i, '')
}
