import { defect } from '../../contract/index.ts'
import { Schema } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { findFlag, frameworkFlags } from '../declare/framework-flags.ts'
import { isRequired, isSwitch, paramsOf, type Param } from './params.ts'

/** What a spelling stands for; `isPositive` is false for `--no-x`. */
export interface Named {
  readonly param: Param
  readonly isPositive: boolean
}

/** Finds what a spelling such as `--loud` or `-l` stands for. */
export interface Naming {
  readonly find: (spelled: string) => Named | undefined
}

/**
 * All spellings of all options, and of arguments, which can be given by name too. The framework's options get what is
 * left; they are added when a spelling is not the author's, as on most lines none is.
 */
export class Names implements Naming {
  readonly args: readonly Param[]
  /** The options that the author declares. */
  readonly own: readonly Param[]
  // A map, so that `--__proto__` is an ordinary unknown flag.
  readonly #named = new Map<string, Named>()
  #framework: (() => readonly Param[]) | null
  #flags: readonly Param[] = []

  constructor(args: readonly Param[], own: readonly Param[], framework: () => readonly Param[]) {
    this.args = args
    this.own = own
    this.#framework = framework
    this.#claim(own)
  }

  find(spelled: string): Named | undefined {
    return this.#named.get(spelled) ?? this.#complete().get(spelled)
  }

  /** All parameters; the arguments come first. */
  get params(): readonly Param[] {
    this.#complete()
    return [...this.args, ...this.own, ...this.#flags]
  }

  /** The long spellings of all options that are not hidden. */
  get spellings(): readonly string[] {
    const all = [...this.#complete()]
    return all.flatMap(([spelled, { param }]) =>
      spelled.startsWith('--') && !param.def.hidden ? [spelled] : [],
    )
  }

  #claim(params: readonly Param[]): void {
    for (const param of params) {
      const { aliases = [], short } = param.def
      for (const name of [param.spelled, ...aliases.map((alias) => `--${alias}`)])
        this.#add(name, param)
      if (short !== undefined) this.#add(`-${short}`, param)
    }
  }

  #add(spelled: string, param: Param, isPositive = true): void {
    const taken = this.#named.get(spelled)
    if (taken === undefined) this.#named.set(spelled, { param, isPositive })
    else if (this.#framework)
      throw defect(
        'FLAG_TAKEN',
        `${spelled} is used by both ${taken.param.spelled} and ${param.spelled}`,
      )
  }

  #complete(): ReadonlyMap<string, Named> {
    if (!this.#framework) return this.#named
    const framework = this.#framework()
    this.#framework = null
    this.#flags = framework
    this.#claim(framework)
    for (const param of [...this.own, ...framework].filter(isSwitch))
      for (const name of [param.spelled.slice(2), ...(param.def.aliases ?? [])])
        this.#add(`--no-${name}`, param, false)
    for (const param of this.args) this.#add(`--${param.spelled.slice(1, -1)}`, param)
    return this.#named
  }
}

const commandNames = new WeakMap<Command, { cli: Cli; names: Names }>()

/** Returns the names that a line of a command may have; throws if its parameters contradict each other. */
export function namesOf(cli: Cli, command: Command): Names {
  const known = commandNames.get(command)
  // The flags depend on the contract of the answer.
  if (known?.cli === cli) return known.names
  const { args, options } = command.declaration
  const words = paramsOf('args', args)
  checkOrder(words)
  const own = [...paramsOf('options', options), ...paramsOf('globals', cli.declaration.globals)]
  const framework = () => paramsOf('flags', frameworkFlags(cli, command.declaration))
  const names = new Names(words, own, framework)
  commandNames.set(command, { cli, names })
  return names
}

/** Refuses arguments that no line could reach. */
export function checkOrder(args: readonly Param[]): void {
  let isOptional = false
  for (const param of args) {
    const { spelled, def } = param
    const mistake =
      def.kind === 'array' && param !== args.at(-1)
        ? 'takes all remaining arguments, so it must come last'
        : isRequired(param) &&
          isOptional &&
          'is required, so it must come before the optional arguments'
    if (mistake) throw defect('ARGUMENT_ORDER', `${spelled} ${mistake}`)
    isOptional ||= !isRequired(param)
  }
}

/** Returns the names that mean the same before every command: global options, and all flags of the framework. */
export function toolNamesOf(cli: Cli): Naming {
  const own = globalNames(cli)
  return { find: (spelled) => own?.find(spelled) ?? frameworkName(cli, spelled) }
}

/** Global options that are declared wrongly are refused later, where the answer can say so. */
function globalNames({ declaration: { globals } }: Cli): Naming | null {
  try {
    return new Names([], paramsOf('globals', globals), () => [])
  } catch {
    return null
  }
}

const LETTERS: Readonly<Record<string, string>> = { '-h': 'help', '-V': 'version' }

function frameworkName(cli: Cli, spelled: string): Named | undefined {
  const name = LETTERS[spelled] ?? (spelled.startsWith('--') ? spelled.slice(2) : '')
  const param = frameworkParam(cli, name)
  if (param || !name.startsWith('no-')) return param && { param, isPositive: true }
  const negated = frameworkParam(cli, name.slice(3))
  return negated && isSwitch(negated) ? { param: negated, isPositive: false } : undefined
}

function frameworkParam({ declaration }: Cli, name: string): Param | undefined {
  const { output } = declaration
  const isOfTool = output?.switches !== undefined && Object.hasOwn(output.switches, name)
  const { key = name, def } = isOfTool ? { def: SWITCH } : (findFlag(name) ?? {})
  return def && paramsOf('flags', { [key]: new Schema(def) })[0]
}

const SWITCH = { kind: 'boolean', default: false } as const
