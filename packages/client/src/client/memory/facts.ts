import type { JsonValue } from 'surety/unstable/contract'

/** A permanent redirect. */
export interface RememberedRedirect {
  /** The arguments of the old form, without the words of the program. */
  readonly from: readonly string[]
  /** The arguments of the new form; with `elsewhere` the whole command line. */
  readonly to: readonly string[]
  /** `command`: with any arguments; `prefix`: with more options, but no more plain words; `exact`: only this command line. */
  readonly match: 'command' | 'prefix' | 'exact'
  readonly elsewhere: boolean
  readonly reason?: string
}

export interface RememberedManifest {
  readonly etag: string
  readonly document: JsonValue
}

/** The dialect that a tool speaks with certain output flags. */
export interface RememberedMode {
  /** The flags, such as `--output-format=json`. */
  readonly flags: string
  readonly dialect: string
}

/** A warning of a tool; a soft redirect says that a call will have to change. */
export interface RememberedNotice {
  readonly kind: 'warning' | 'soft_redirect'
  readonly text: string
}

/** What is remembered about a tool and needed before each of its calls. */
export interface ToolFacts {
  /** The dialect without output flags. */
  readonly dialect: string | null
  readonly modes: readonly RememberedMode[]
  readonly redirects: readonly RememberedRedirect[]
  readonly notices: readonly RememberedNotice[]
}

export const MOST_NOTICES = 20

export const NO_FACTS: ToolFacts = Object.freeze({
  dialect: null,
  modes: [],
  redirects: [],
  notices: [],
})

export interface ListedTool extends ToolFacts {
  readonly tool: string
  readonly manifest_etag: string | null
}

/** A damaged or unreadable file of the memory. */
export interface MemoryProblem {
  readonly path: string
  readonly message: string
}

/** What a client remembers about tools between runs. */
export interface Memory {
  read(tool: string): Promise<ToolFacts>
  /** Reads the manifest; it is large and needed after failures only. */
  readManifest(tool: string): Promise<RememberedManifest | null>
  /** Remembers the dialect of a tool; with `flags`, the dialect with these flags. */
  learnDialect(tool: string, dialect: string, flags?: string): Promise<void>
  recordRedirect(tool: string, redirect: RememberedRedirect): Promise<void>
  recordManifest(tool: string, manifest: RememberedManifest): Promise<void>
  /** Remembers a warning of a tool; the oldest ones give way. */
  recordNotice(tool: string, notice: RememberedNotice): Promise<void>
  /** Lists the tools; with one, those that may be other versions of it are enough. */
  list(like?: string): Promise<readonly ListedTool[]>
  /** Forgets a tool; returns whether anything was known. */
  forget(tool: string): Promise<boolean>
  /** Returns and clears the problems since the last call. */
  takeProblems(): readonly MemoryProblem[]
}
