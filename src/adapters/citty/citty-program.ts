/** A value, or a function that gives it, as citty allows nearly everywhere. */
export type Resolvable<T> = T | Promise<T> | (() => T) | (() => Promise<T>)

export interface CittyArgument {
  readonly type?: string
  readonly description?: string
  readonly alias?: string | readonly string[]
  readonly default?: unknown
  readonly required?: boolean
  readonly options?: readonly string[]
}

export interface CittyCommand {
  readonly meta?: Resolvable<{
    readonly name?: string
    readonly version?: string
    readonly description?: string
    readonly hidden?: boolean
    readonly alias?: string | readonly string[]
  }>
  readonly args?: Resolvable<object>
  readonly subCommands?: Resolvable<object>
  readonly default?: Resolvable<string>
  readonly run?: (context: never) => unknown
}
