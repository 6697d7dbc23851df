import { chainsOf, type ForeignCommand, type ForeignOption } from '../model/foreign-program.ts'

interface SpelledOption {
  readonly option: ForeignOption
  readonly isNegated: boolean
}

/** Options by every spelling that a caller may use, dashes included. */
export type OptionTable = ReadonlyMap<string, SpelledOption>

export function optionsOf(chain: readonly ForeignCommand[]): readonly ForeignOption[] {
  const found = new Map<string, ForeignOption>()
  for (const command of chain.toReversed()) {
    for (const option of command.options) {
      const names = [option.name, ...(option.aliases ?? [])]
      if (!names.some((name) => found.has(parameterName(name)))) {
        found.set(parameterName(option.name), option)
      }
    }
  }
  return [...found.values()]
}

export function buildOptionTable(chain: readonly ForeignCommand[]): OptionTable {
  const table = new Map<string, SpelledOption>()
  const add = (spelling: string, option: ForeignOption, isNegated = false) => {
    if (!table.has(spelling)) table.set(spelling, { option, isNegated })
  }
  const options = optionsOf(chain)
  for (const option of options) {
    add(option.spelling, option)
    if (option.short !== undefined) add(`-${option.short}`, option)
    for (const alias of option.aliases ?? []) {
      add(`--${alias}`, option)
      if (alias.length === 1) add(`-${alias}`, option)
    }
  }
  for (const option of options) {
    add(`--${parameterName(option.name)}`, option)
    if (!option.isNegatable) continue
    for (const name of [option.name, parameterName(option.name), ...(option.aliases ?? [])])
      add(`--no-${name}`, option, true)
  }
  return table
}

export function ownsFlag(root: ForeignCommand, flag: string): boolean {
  return chainsOf(root).some((chain) => buildOptionTable(chain).has(flag))
}

/** Spells a name as the framework of ours does: `dryRun` and `dry_run` are `dry-run`. */
export function parameterName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .toLowerCase()
}

/** Returns the spelling that the framework reads: the caller's own, unless only ours has it. */
export function flagFor(
  { name, spelling, short, aliases = [] }: ForeignOption,
  flag: string,
): string {
  const isKnown =
    flag === spelling ||
    flag === `--${name}` ||
    flag === `-${short}` ||
    aliases.some((alias) => flag === `--${alias}` || flag === `-${alias}`)
  return isKnown ? flag : spelling
}

/** Spells one mention of an option as its framework reads it; `--dry-run=false` exists only with us. */
export function restoreValue(
  option: ForeignOption,
  isNegated: boolean,
  flag: string,
  value: string | undefined,
): readonly string[] {
  const spelled = flagFor(option, flag)
  if (isNegated) return [`--no-${option.name}`]
  if (option.type === 'count') {
    if (value === undefined) return [spelled]
    return Array.from({ length: /^\d{1,2}$/.test(value) ? Number(value) : 1 }, () => spelled)
  }
  if (option.type === 'boolean') {
    if (value === 'false') return option.isNegatable ? [`--no-${option.name}`] : []
    return [spelled]
  }
  // A letter and its value are two words, because not every framework reads `-n=5`.
  return spelled.startsWith('--') ? [`${spelled}=${value}`] : [spelled, value ?? '']
}

/** The member under which a command with subcommands runs itself; null if it only holds them. */
export function selfNameOf({ isRunnable, commands }: ForeignCommand): string | null {
  if (!isRunnable || commands.length === 0) return null
  return commands.some(({ name }) => name === 'main') ? 'main-command' : 'main'
}
