import type { ForeignCommand, ForeignOption } from '../model/foreign-program.ts'
import {
  buildOptionTable,
  flagFor,
  parameterName,
  restoreValue,
  selfNameOf,
  type OptionTable,
} from './option-table.ts'
import { parseJson } from '../../contract/index.ts'
import { isOption } from '@surety/internal/option-word.ts'

export interface SplitOptions {
  readonly root: ForeignCommand
  /** Flags of the contract with dashes, and whether each takes a value. */
  readonly contractFlags: ReadonlyMap<string, boolean>
  /** Whether the program gets the words of the command before all others. */
  readonly putsCommandFirst?: boolean
  /** Whether the words were made from data, in which a list is one value in JSON. */
  readonly isData: boolean
}

/** Divides the words of a call between the contract and the program. Never throws. */
export function splitWords(argv: readonly string[], options: SplitOptions) {
  return new Splitter(options).split(argv)
}

class Splitter {
  readonly #options: SplitOptions
  readonly #chain: ForeignCommand[]
  readonly #path: string[] = []
  #checked: string[] = []
  readonly #foreign: string[] = []
  /** Where the words of the command end in `foreign`. */
  #pathEnd = 0
  /** The words of the command, if they are put first. */
  readonly #first: string[] = []
  /** Positional words, at their places in `foreign`. */
  readonly #words: { readonly text: string; readonly at: number }[] = []
  readonly #named = new Map<number, string[]>()
  #table: OptionTable
  #pathAt: number | null = null

  constructor(options: SplitOptions) {
    this.#options = options
    this.#chain = [options.root]
    this.#table = buildOptionTable(this.#chain)
  }

  split(argv: readonly string[]) {
    let at = 0
    while (at < argv.length) {
      const word = argv[at]!
      if (word === '--') {
        this.#checked.push('--', ...this.#expected(argv.slice(at + 1)))
        this.#foreign.push(...argv.slice(at))
        break
      }
      if (isOption(word)) {
        at += 1 + this.#readFlag(word, argv.slice(at + 1))
        continue
      }
      if (!this.#descend(word)) {
        if (this.#current.passesThrough) {
          this.#checked.push('--', ...argv.slice(at))
          this.#foreign.push(...argv.slice(at))
          break
        }
        this.#takeWord(word)
      }
      at += 1
    }
    return {
      /** For our own parser: the path first, then options in their long form, one value each. */
      checked: [...this.#path, ...this.#checked],
      /** For the foreign framework: what the caller wrote, without the flags of the contract. */
      foreign: [...this.#first, ...this.#placeNamed()],
    }
  }

  get #current(): ForeignCommand {
    return this.#chain.at(-1)!
  }

  /** Goes down to the command that a word names; false if it is an argument. */
  #descend(word: string): boolean {
    const { pathSeparator } = this.#options.root
    const parts = pathSeparator === undefined ? [word] : word.split(pathSeparator)
    let command: ForeignCommand | undefined = this.#words.length > 0 ? undefined : this.#current
    for (const part of parts) command = command && findChild(command, part)
    if (parts.length === 1 || !command) return this.#descendBy(word)
    for (const part of parts) this.#descendBy(part)
    return true
  }

  #descendBy(word: string): boolean {
    const { commands, defaultCommand } = this.#current
    if (this.#words.length > 0 || commands.length === 0) return false
    const child = findChild(this.#current, word)
    const found = child ?? commands.find(({ name }) => commandWord(name) === word)
    if (found) {
      this.#enter(found)
      this.#path.push(commandWord(found.name))
      this.#pushName(child ? word : found.name)
      return true
    }
    if (word === selfNameOf(this.#current)) {
      this.#path.push(word)
      return true
    }
    const fallback = commands.find(({ name }) => name === defaultCommand)
    if (fallback) this.#enter(fallback)
    return false
  }

  /** Adds a name of the path, to the word that the path is so far if the framework wants one word. */
  #pushName(name: string): void {
    const separator = this.#options.root.pathSeparator
    if (this.#options.putsCommandFirst) this.#first.push(name)
    else if (separator !== undefined && this.#pathAt !== null)
      this.#foreign[this.#pathAt] += `${separator}${name}`
    else {
      this.#pathAt = this.#foreign.length
      this.#foreign.push(name)
    }
    this.#pathEnd = this.#foreign.length
  }

  #enter(command: ForeignCommand): void {
    this.#chain.push(command)
    this.#table = buildOptionTable(this.#chain)
  }

  #takeWord(word: string): void {
    const { positionals } = this.#current
    const isExtra = this.#words.length >= positionals.length && !positionals.at(-1)?.isVariadic
    if (!isExtra || !this.#allowsExtraWords) this.#checked.push(word)
    this.#words.push({ text: word, at: this.#foreign.length })
    this.#foreign.push(word)
  }

  /** A further word after a group is a command that does not exist. */
  get #allowsExtraWords(): boolean {
    const { allowsExtraWords, isRunnable } = this.#current
    return allowsExtraWords === true && isRunnable
  }

  /** Leaves out the words that the program accepts beyond its arguments. */
  #expected(words: readonly string[]): readonly string[] {
    const { positionals } = this.#current
    if (!this.#allowsExtraWords || positionals.at(-1)?.isVariadic) return words
    return words.slice(0, Math.max(0, positionals.length - this.#words.length))
  }

  /** Reads an option; returns how many of the words after it belong to it. */
  #readFlag(word: string, next: readonly string[]): number {
    if (!word.startsWith('--') && word.length > 2 && !this.#table.has(word.split('=', 1)[0]!))
      return this.#readCluster(word, next)
    const [, flag = word, value] = /^([^=]*)=([^]*)$/.exec(word) ?? []
    const found = this.#table.get(flag)
    if (found) return this.#takeOption(found.option, found.isNegated, flag, value, next)
    const takesValue = this.#options.contractFlags.get(flag)
    const position = this.#current.positionals.findIndex(
      ({ name }) => value !== undefined && `--${parameterName(name)}` === flag,
    )
    // An argument called rest is the author's, as in tools of ours.
    if (takesValue !== undefined && !(flag === '--rest' && position >= 0)) {
      const used = takesValue && value === undefined && next.length > 0 ? 1 : 0
      this.#checked.push(word, ...next.slice(0, used))
      return used
    }
    if (position >= 0) this.#takeNamed(position, word, value!)
    else {
      const { allowsUnknownOptions, unknownOptionsTakeValue } = this.#current
      this.#foreign.push(word)
      if (!allowsUnknownOptions) this.#checked.push(word)
      else if (unknownOptionsTakeValue && value === undefined && !isOption(next[0] ?? '--')) {
        this.#foreign.push(next[0]!)
        return 1
      }
    }
    return 0
  }

  /** Reads `-abc` and `-n5`. */
  #readCluster(word: string, next: readonly string[]): number {
    for (let at = 1; at < word.length; at += 1) {
      const flag = `-${word[at]!}`
      const found = this.#table.get(flag)
      const rest = word.slice(at + 1)
      if (!found) {
        if (!this.#current.allowsUnknownOptions) this.#checked.push(at === 1 ? word : flag)
        this.#foreign.push(at === 1 ? word : `-${word.slice(at)}`)
        return 0
      }
      const value = rest === '' ? undefined : rest.replace(/^=/, '')
      if (!takesNoValue(found.option))
        return this.#takeOption(found.option, false, flag, value, next)
      this.#takeOption(found.option, false, flag, undefined, [])
    }
    return 0
  }

  #takeOption(
    option: ForeignOption,
    isNegated: boolean,
    flag: string,
    value: string | undefined,
    next: readonly string[],
  ): number {
    const ours = `--${isNegated ? 'no-' : ''}${parameterName(option.name)}`
    if (option.keepsRepeats) this.#forget(option)
    if (takesNoValue(option) || isNegated) {
      const truth =
        option.takesTruthWord && value === undefined && /^(?:true|false)$/.exec(next[0] ?? '')
      const given = truth ? truth[0] : value
      // Only a switch of ours can be switched off.
      if (!isNegated || option.type === 'boolean')
        this.#checked.push(given === undefined ? ours : `${ours}=${given}`)
      if (truth) this.#foreign.push(flagFor(option, flag), truth[0])
      else this.#foreign.push(...restoreValue(option, isNegated, flag, value))
      return truth ? 1 : 0
    }
    if (value !== undefined) {
      this.#checked.push(`${ours}=${value}`)
      const items = this.#options.isData && option.type === 'list' ? listIn(value) : [value]
      for (const item of items) this.#foreign.push(...restoreValue(option, false, flag, item))
      return 0
    }
    const end = next.findIndex(isOption)
    const available = end < 0 ? next : next.slice(0, end)
    const used = available.slice(0, option.isGreedy ? option.maxValues : 1)
    for (const item of used) this.#checked.push(`${ours}=${item}`)
    // Without a value that it needs, our parser says so; one that may be left out is left out here too.
    if (used.length === 0 && !option.hasOptionalValue) this.#checked.push(ours)
    this.#foreign.push(flagFor(option, flag), ...used)
    return used.length
  }

  /** Leaves earlier mentions of an option to the program; our parser sees the last. */
  #forget({ name }: ForeignOption): void {
    const mention = new RegExp(`^--(?:${parameterName(name)}(?:$|=)|no-${parameterName(name)}$)`)
    this.#checked = this.#checked.filter((word) => !mention.test(word))
  }

  /** Takes an argument that is given by its name, which only our parser knows. */
  #takeNamed(position: number, word: string, value: string): void {
    this.#checked.push(word)
    const { isVariadic } = this.#current.positionals[position]!
    const texts = isVariadic && this.#options.isData ? listIn(value) : [value]
    this.#named.set(position, [...(this.#named.get(position) ?? []), ...texts])
  }

  /** Puts arguments that were given by name where the framework looks for them. */
  #placeNamed(): readonly string[] {
    if (this.#named.size === 0) return this.#foreign
    const places = new Set(this.#words.map(({ at }) => at))
    const others = this.#foreign.filter((_, at) => !places.has(at))
    const left = this.#words.map(({ text }) => text)
    const ordered = this.#current.positionals.flatMap(
      ({ isVariadic }, position) =>
        this.#named.get(position) ?? (isVariadic ? left.splice(0) : left.splice(0, 1)),
    )
    const words = [...ordered, ...left]
    if (words.some((word) => word.startsWith('-'))) return [...others, '--', ...words]
    // An option that takes several values would take them too.
    return [...others.slice(0, this.#pathEnd), ...words, ...others.slice(this.#pathEnd)]
  }
}

export function findChild({ commands }: ForeignCommand, word: string): ForeignCommand | undefined {
  return commands.find(({ name, aliases }) => name === word || aliases.includes(word))
}

function takesNoValue({ type }: ForeignOption): boolean {
  return type === 'boolean' || type === 'count'
}

/** Spells the name of a command as ours are: `db:migrate` is `db-migrate`. */
export function commandWord(name: string): string {
  return /^[a-z0-9][a-zA-Z0-9_-]*$/.test(name) ? name : parameterName(name) || 'command'
}

/** Reads a list that was made from data; a single value stays one. */
function listIn(value: string): readonly string[] {
  const list = value.startsWith('[') ? parseJson(value) : undefined
  if (!Array.isArray(list)) return [value]
  return list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}
