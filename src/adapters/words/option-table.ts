import type { ForeignCommand, ForeignOption } from '../model/foreign-program.ts'

/** An option as a word spells it. */
export interface SpelledOption {
  readonly option: ForeignOption
  /** Whether the spelling switches it off: `--no-color`. */
  readonly isNegated: boolean
}

/** Options by every spelling that a caller may use, dashes included. */
export type OptionTable = ReadonlyMap<string, SpelledOption>

/** Lists the options that a command accepts: its own and those of the commands above it. */
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

/** Builds the table of a command with the commands above it, outermost first. */
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

/** Spells a name as the framework of ours does: `dryRun` and `dry_run` are `dry-run`. */
export function parameterName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
}
