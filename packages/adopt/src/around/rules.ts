import type { AnswerOptions, CommandOptions, ErrorRule, ExitRule } from '../ask/options.ts'

/** What was declared for the called command, its own rules before those of the program. */
export class Declared {
  readonly path: string
  readonly #levels: readonly CommandOptions[]

  constructor(options: AnswerOptions, words: readonly string[]) {
    const { commands = {} } = options
    const plain = words
      .filter((word) => !word.startsWith('-'))
      .join(' ')
      .replaceAll(':', ' ')
    const isCalled = (path: string) => path === '' || `${plain} `.startsWith(`${path} `)
    const paths = Object.keys(commands).filter(isCalled)
    this.path = paths.toSorted((a, b) => b.length - a.length)[0] ?? ''
    this.#levels = [commands[this.path] ?? {}, options]
  }

  /** Whether what the program prints is an answer already. */
  get hasOwnDocument(): boolean {
    return this.#levels.some(({ dialect }) => dialect !== undefined)
  }

  get fields(): boolean {
    return this.#levels.find(({ fields }) => fields !== undefined)?.fields === true
  }

  get limit(): number | undefined {
    return this.#levels.find(({ limit }) => limit !== undefined)?.limit
  }

  get danger(): CommandOptions['danger'] {
    return this.#levels[0]!.danger
  }

  get timeoutMs(): number | undefined {
    return this.#levels.find(({ timeoutMs }) => timeoutMs !== undefined)?.timeoutMs
  }

  get keepsExits(): boolean {
    return this.#levels.find(({ exits }) => exits !== undefined)?.exits === 'own'
  }

  exitRule(exit: number): ExitRule | undefined {
    return this.#levels
      .map(({ exits }) => (typeof exits === 'object' ? exits[exit] : undefined))
      .find((rule) => rule !== undefined)
  }

  /** Finds the code of an error by its class, its code or its message. */
  errorRule(error: unknown, message: string): (ErrorRule & { readonly code: string }) | undefined {
    const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
    const names = [code, name, (error as object | null | undefined)?.constructor?.name]
    for (const { errors = {} } of this.#levels)
      for (const [key, given] of Object.entries(errors)) {
        const rule: ErrorRule = typeof given === 'string' ? { exit: given } : given
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
}
