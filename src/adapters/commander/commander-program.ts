import type { Command } from 'commander'

/** The members of a command of commander that the adapter uses, in every version from 12 on. */
export type CommanderCommand = Pick<
  Command,
  | 'commands'
  | 'options'
  | 'registeredArguments'
  | 'name'
  | 'aliases'
  | 'description'
  | 'version'
  | 'exitOverride'
  | 'configureOutput'
  | 'parseAsync'
>

/** What commander keeps to itself and offers no other way to. */
export interface CommanderInternals {
  readonly _hidden?: boolean
  readonly _allowUnknownOption?: boolean
  readonly _allowExcessArguments?: boolean
  readonly _passThroughOptions?: boolean
  readonly _defaultCommandName?: string | null
  readonly _executableHandler?: boolean
  readonly _versionOptionName?: string
  _actionHandler?: ((args: readonly unknown[]) => unknown) | null
}

export function internalsOf(command: CommanderCommand): CommanderInternals {
  return command as unknown as CommanderInternals
}
