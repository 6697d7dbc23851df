import { defect } from '../../contract/index.ts'
import { echo } from '../input/argv/field.ts'
import type { InputProblem } from '../handler/input-problem.ts'

/** Shell metacharacters, which are refused in arguments for a child process. */
export const SHELL_METACHARACTERS: readonly string[] = Object.freeze([
  ';',
  '|',
  '&',
  '$',
  '(',
  ')',
  '<',
  '>',
  '`',
  '\n',
  '\r',
])

const METACHARACTER = /[;|&$()<>`\n\r]/
const SHELLS = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'fish',
  'csh',
  'tcsh',
  'cmd',
  'powershell',
  'pwsh',
])

/**
 * Refuses calls that would start a shell: one joined string, a shell option, `sh -c`. Throws defects,
 * because these are bugs of the program and not errors of its caller.
 */
export function assertNoShell(
  argv: unknown,
  options: unknown = {},
): asserts argv is readonly string[] {
  if (!Array.isArray(argv) || argv.length === 0 || argv.some((word) => typeof word !== 'string')) {
    throw defect(
      'SHELL_STRING_PROHIBITED',
      `a child process needs an array of strings such as ['git', 'status'], not ${describe(argv)}`,
    )
  }
  const { shell } = (options ?? {}) as { readonly shell?: unknown }
  if (shell !== undefined && shell !== false) {
    throw defect(
      'SHELL_OPTION_PROHIBITED',
      'a child process never runs in a shell; remove the shell option',
    )
  }
  const [program, ...words] = argv as string[]
  if (SHELLS.has(shellName(program!)) && words.some(isInlineScript)) {
    throw defect(
      'SHELL_COMMAND_PROHIBITED',
      `'${program} ${words.find(isInlineScript)}' passes a script to a shell; run the program itself`,
    )
  }
}

/** Finds every argument for a child process with a shell metacharacter. */
export function screenChildArguments(argv: readonly string[]): InputProblem[] {
  const problems: InputProblem[] = []
  for (const [index, argument] of argv.entries()) {
    const match = METACHARACTER.exec(argument)
    if (match === null) continue
    const shown = JSON.stringify(match[0])
    problems.push({
      param: `argv[${index}]`,
      code: 'SHELL_METACHARACTER',
      message: `Argument ${index} for ${echo(argv[0] ?? '')} contains the shell metacharacter ${shown}.`,
      value: echo(argument),
      rejected_pattern: match[0],
    })
  }
  return problems
}

function shellName(program: string): string {
  const name = program.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.exe$/, '')
}

function isInlineScript(word: string): boolean {
  return (
    /^-[a-z]*c$/i.test(word) || /^\/[ck]$/i.test(word) || /^-(command|encodedcommand)$/i.test(word)
  )
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(echo(value))}`
  return Array.isArray(value) ? 'an array with other values' : `a ${typeof value}`
}
