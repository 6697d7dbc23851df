import type { JsonValue } from '../../contract/index.ts'

/** A command that moved for good. */
export interface RememberedRedirect {
  /** The words of the old form, the program's own words left out. */
  readonly from: readonly string[]
  /** The words of the new form; with `elsewhere` the other program's words are among them. */
  readonly to: readonly string[]
  /** `prefix`: whatever follows the words is kept; `exact`: this one call only. */
  readonly match: 'prefix' | 'exact'
  readonly elsewhere: boolean
  readonly reason?: string
}

/** A manifest that was read, and the tag that tells whether it still holds. */
export interface RememberedManifest {
  readonly etag: string
  readonly document: JsonValue
}

/** The dialect that a tool speaks when it is asked for a form of its answer. */
export interface RememberedMode {
  /** The flags that ask, such as `--output-format=json`. */
  readonly flags: string
  readonly dialect: string
}

/** What was learnt about a tool and matters before each of its calls. */
export interface ToolFacts {
  /** What it speaks unasked. */
  readonly dialect: string | null
  readonly modes: readonly RememberedMode[]
  readonly redirects: readonly RememberedRedirect[]
}

/** What is known of a tool that was never met. */
export const NO_FACTS: ToolFacts = Object.freeze({ dialect: null, modes: [], redirects: [] })

/** A tool in a listing, with what is known about it. */
export interface ListedTool extends ToolFacts {
  readonly tool: string
  readonly manifest_etag: string | null
}

/** A file that could not be read as what it should be, and where it was put. */
export interface MemoryProblem {
  readonly path: string
  readonly set_aside: string | null
  readonly message: string
}

/** What a client learns about tools and keeps between runs. */
export interface Memory {
  read(tool: string): Promise<ToolFacts>
  /** Reads the manifest, which is large and asked for after failures only. */
  readManifest(tool: string): Promise<RememberedManifest | null>
  /** Learns what a tool speaks; with `flags`, what it speaks under them. */
  learnDialect(tool: string, dialect: string, flags?: string): Promise<void>
  recordRedirect(tool: string, redirect: RememberedRedirect): Promise<void>
  recordManifest(tool: string, manifest: RememberedManifest): Promise<void>
  /** Lists every tool that something is known about. */
  list(): Promise<readonly ListedTool[]>
  /** Forgets a tool; tells whether anything was known. */
  forget(tool: string): Promise<boolean>
  /** Hands over the problems met since the last call. */
  takeProblems(): readonly MemoryProblem[]
}
