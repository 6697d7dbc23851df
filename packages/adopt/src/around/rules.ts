import type { AnswerOptions, CommandOptions, ErrorRule, ExitRule } from '../ask/options.ts'

/** What was declared for the called command, its own rules before those of the program. */
export interface Rules extends CommandOptions {
  readonly path: string
  /** By their codes, in the order in which they are tried. */
  readonly failures: readonly (readonly [string, ErrorRule['exit'] | ErrorRule])[]
}

/** Finds the rules of a command by its path, which words of the call may follow. */
export function rulesFor({ commands = {}, ...whole }: AnswerOptions, called: string): Rules {
  const isCalled = (path: string) => path === '' || `${called} `.startsWith(`${path} `)
  const paths = Object.keys(commands).filter(isCalled)
  const path = paths.toSorted((one, other) => other.length - one.length)[0] ?? ''
  const own = commands[path] ?? {}
  const isTable = typeof own.exits === 'object' && typeof whole.exits === 'object'
  return {
    ...whole,
    ...own,
    ...(isTable && { exits: { ...(whole.exits as object), ...(own.exits as object) } }),
    path,
    failures: [own, whole].flatMap(({ errors = {} }) => Object.entries(errors)),
  }
}

/** What an exit means. */
export function exitRule({ exits }: Rules, exit: number): ExitRule | undefined {
  return typeof exits === 'object' ? exits[exit] : undefined
}

/** Finds the code of an error by its class, its code or its message. */
export function errorRule(
  { failures }: Rules,
  error: unknown,
  message: string,
): (ErrorRule & { readonly code: string }) | undefined {
  const { code, name, constructor } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  const names: unknown[] = [code, name, constructor?.name]
  for (const [key, given] of failures) {
    const rule = typeof given === 'string' ? { exit: given } : given
    const { when } = rule
    const fits = when
      ? (when.class === undefined || names.includes(when.class)) &&
        (when.code === undefined || when.code === code) &&
        (when.message === undefined || new RegExp(when.message).test(message))
      : names.includes(key)
    if (fits) return { ...rule, code: key }
  }
  return undefined
}
