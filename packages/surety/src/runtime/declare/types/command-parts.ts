import type { StandardSchema } from '../standard-schema.ts'

/** How much harm a command can do: none, changes, or changes that cannot be undone. */
export type Danger = 'safe' | 'mutating' | 'destructive'

/** An invocation that shows how a command is used. */
export interface Example {
  readonly description: string
  /** The full command line, tool name included. */
  readonly command: string
}

/** How a command gets its credentials. */
export interface AuthDeclaration {
  /** Environment variables that can carry a token; without one of them the call is AUTH_REQUIRED. */
  readonly tokenEnv?: readonly string[]
  /**
   * For a command that can sign in by itself when there is no token: whether that works without a
   * terminal. Leave it out if the command only uses a token.
   */
  readonly headless?: boolean
  /** The command of the tool that signs in, without its name: `auth login`. */
  readonly login?: string
  /** The command of the tool that renews a credential. */
  readonly refresh?: string
}

/** The page sizes of a list command. */
export interface ListDeclaration {
  /** Items per page without `--limit`. Default 20. */
  readonly defaultLimit?: number
  readonly maxLimit?: number
}

/** How a command reads standard input. */
export interface StdinDeclaration {
  readonly mode?: 'buffered' | 'lines' | 'records'
  /** The most bytes of the whole, for `buffered`. Default 65,536. */
  readonly maxBytes?: number
  /** The most bytes of one line, for `lines` and `records`. Default 1,048,576. */
  readonly maxLineBytes?: number
  /** The schema of a record. */
  readonly record?: StandardSchema
}

/** The read that shows whether a command did its work, for callers who did not see how it ended. */
export interface SettlesDeclaration {
  /**
   * A safe command of the tool, without its name. Inputs of the call stand in braces, and what is in brackets is left
   * out if the call gave none: `show {id} [--region {region}]`.
   *
   * @pattern \S
   * @wanted the words of a safe command, as in 'show {id}'
   */
  readonly read: string
  /** Whether the work was done if the read finds something, and was not if it finds nothing. */
  readonly proves?: boolean
}

/** The reason for a deprecation and the replacement. */
export interface Deprecation {
  readonly message: string
  /** The command to use instead, with or without the tool's name. */
  readonly use?: string
}

/** A command whose standard output belongs to a protocol. */
export interface ProtocolDeclaration {
  /**
   * The name of the protocol: `mcp-stdio`, `lsp`, `dap` or another.
   *
   * @pattern ^[a-z][a-z0-9]*(-[a-z0-9]+)*$
   * @wanted lower case with hyphens, as in mcp-stdio
   */
  readonly protocol: string
}
