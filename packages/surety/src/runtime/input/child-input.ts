import { flagName } from '../declare/flag-name.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { GivenValues } from '../run/parsed-input.ts'
import { echo } from '@surety/internal/echo.ts'

/** What is refused in input for child processes. */
const METACHARACTER = /[;|&$()<>`\n\r]/
const MAX_DEPTH = 32

export function screenForChildren(
  { children }: CommandDeclaration,
  input: GivenValues,
): InputProblem[] {
  const problems: InputProblem[] = []
  const named = childInputs(children)
  const screen = (values: GivenValues['args'], spell: (key: string) => string) => {
    for (const [key, value] of Object.entries(values)) {
      if (named !== true && !named.includes(key)) continue
      for (const text of riskyTexts(value)) problems.push(metacharacterProblem(spell(key), text))
    }
  }
  const asFlag = (key: string) => `--${flagName(key)}`
  screen(input.args, (key) => `<${flagName(key)}>`)
  screen(input.options, asFlag)
  screen(input.globals, asFlag)
  screen(input.env, (key) => key)
  return problems
}

/** Lists the inputs that a declaration of children names; true stands for all. */
export function childInputs(children: CommandDeclaration['children']): true | readonly string[] {
  if (children === true || children === undefined) return children ?? []
  return 'program' in children ? children.inputs : children
}

export function riskyTexts(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return hasMetacharacter(value) ? [value] : []
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.values(value).flatMap((part) => riskyTexts(part, depth + 1))
}

export function hasMetacharacter(text: string): boolean {
  return METACHARACTER.test(text)
}

export function metacharacterProblem(param: string, text: string): InputProblem {
  const [found = ''] = METACHARACTER.exec(text) ?? []
  const shown = JSON.stringify(found)
  return {
    param,
    code: 'SHELL_METACHARACTER',
    message: `${param}: ${JSON.stringify(echo(text))} contains the shell metacharacter ${shown}, which an argument of a child process must not contain.`,
    value: echo(text),
    rejected_pattern: found,
  }
}
