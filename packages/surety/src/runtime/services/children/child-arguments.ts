import programs from '@surety/internal/programs.json' with { type: 'json' }
import { SuretyError } from '../../../contract/index.ts'
import { echo } from '@surety/internal/echo.ts'
import { hasMetacharacter, metacharacterProblem, riskyTexts } from '../../input/child-input.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import type { InputProblem } from '../../handler/input-problem.ts'

const SHELLS: ReadonlySet<string> = new Set(programs.shells)

/** Programs that start the program named in their arguments. */
const WRAPPERS: ReadonlySet<string> = new Set(programs.wrappers)

/** Programs that pass the text after `-c` to a shell. */
const SHELL_STARTERS = new Set(['su', 'runuser', 'script', 'flock'])

/** Refuses what would start a shell, also behind programs such as `env`: a bug of the program, not of its caller. */
export function assertNoShell(
  argv: unknown,
  options: unknown = {},
): asserts argv is readonly string[] {
  if (!Array.isArray(argv) || argv.length === 0 || argv.some((word) => typeof word !== 'string')) {
    throw shellError(
      'SHELL_STRING_PROHIBITED',
      `A child process needs an array of strings such as ['git', 'status'], not ${describe(argv)}.`,
    )
  }
  const { shell, input } = (options ?? {}) as { readonly shell?: unknown; readonly input?: unknown }
  if (shell !== undefined && shell !== false) {
    throw shellError(
      'SHELL_OPTION_PROHIBITED',
      'A child process never runs in a shell; remove the shell option.',
    )
  }
  const script = findScript(argv as string[], input !== undefined)
  if (script === null) return
  throw shellError(
    'SHELL_COMMAND_PROHIBITED',
    `'${script}' passes a script to a shell; run the program itself.`,
  )
}

function shellError(code: string, message: string): SuretyError {
  return new SuretyError(code, 'GENERAL_ERROR', message, { retryable: false })
}

function findScript(argv: readonly string[], hasInput: boolean): string | null {
  const [program = '', ...words] = argv
  const name = shellName(program)
  if (isShell(name)) {
    const flags = flagsOf(words)
    const flag = flags.find(isInlineScript)
    if (flag !== undefined) return `${program} ${flag}`
    return hasInput && flags.length === words.length ? program : null
  }
  if (!WRAPPERS.has(name)) return null
  const split = words.find((word) => /^(-[a-z0-9]*S|--split-string)/i.test(word))
  if (name === 'env' && split !== undefined) return `${program} ${split}`
  if (SHELL_STARTERS.has(name)) {
    const flag = words.find((word) => /^(-[a-z]*c|--command)/.test(word))
    if (flag !== undefined) return `${program} ${flag}`
  }
  for (const [index, word] of words.entries()) {
    const inner = isShell(shellName(word)) || WRAPPERS.has(shellName(word))
    const script = inner ? findScript(words.slice(index), hasInput) : null
    if (script !== null) return script
  }
  return null
}

/** Cuts the words at the script file, whose own arguments follow it. */
function flagsOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex(
    (word, index) =>
      !/^[-+/]/.test(word) && !/^([-+]o|-O|--(rc|init-)file)$/.test(words[index - 1] ?? ''),
  )
  return end < 0 ? words : words.slice(0, end)
}

function isShell(name: string): boolean {
  return SHELLS.has(name.replace(/(?<![-.\d])[-.\d]+$/, ''))
}

/** Finds metacharacters that came from outside. The author's own words may have them, because no shell reads them. */
export function screenChildArguments(
  argv: readonly string[],
  input: ParsedInput,
  variables: Readonly<Record<string, string | undefined>>,
  outputs: readonly string[],
): InputProblem[] {
  const words = argv.filter(hasMetacharacter)
  if (words.length === 0) return []
  const { args, options, globals, env, stdin } = input
  // Very short variables would match words that have nothing to do with them.
  const inherited = Object.values(variables).filter((text) => (text?.length ?? 0) > 2)
  const given = riskyTexts([args, options, globals, env, inherited])
  const printed = stdin === null ? outputs : [...outputs, stdin]
  const isFromOutside = (word: string): boolean =>
    given.some((text) => word.includes(text)) || printed.some((text) => text.includes(word))
  return words
    .filter(isFromOutside)
    .map((word) => metacharacterProblem(`argv[${argv.indexOf(word)}]`, word))
}

function shellName(program: string): string {
  const name = program.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.exe$/, '')
}

function isInlineScript(word: string): boolean {
  return /^-[abd-z]*c[a-z]*$/i.test(word) || /^\/[ck]/i.test(word) || /^--command\b/i.test(word)
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(echo(value))}`
  return Array.isArray(value) ? 'an array with other values' : `a ${typeof value}`
}
