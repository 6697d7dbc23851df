import type { PERMISSIONS } from './rules/permission.ts'

/** Something that was missed, in its place. */
export interface Finding {
  readonly rule: string
  readonly session: string
  /** The number of the call in its session. */
  readonly call: number
  readonly time: string | null
  readonly command: string
  readonly says: string
}

/** A call as the page shows it. */
export interface CallRow {
  readonly number: number
  readonly time: string | null
  readonly command: string
  readonly exit: number | null
  /** Characters that it printed. */
  readonly printed: number
  /** The start and the end of the output, where something was missed. */
  readonly output?: string
  readonly marks: readonly { readonly rule: string; readonly says: string }[]
}

export interface SessionReport {
  readonly session: string
  readonly file: string
  readonly client: string
  from: string | null
  to: string | null
  calls: number
  readonly found: Record<string, number>
  /** For the page alone. */
  readonly rows?: CallRow[]
  /** Calls that the page leaves out. */
  left?: number
}

export interface NamedCount {
  readonly name: string
  readonly calls: number
}

/** All that a replay found; secrets are redacted. */
export interface ReplayReport {
  readonly files: number
  readonly bytes: number
  readonly sessions: number
  readonly calls: number
  /** Lines and items that are no JSON, or too long. */
  readonly damaged: number
  /** Files that end inside of a value. */
  readonly cut: readonly string[]
  readonly from: string | null
  readonly to: string | null
  /** Calls by client. */
  readonly clients: Readonly<Record<string, number>>
  /** How many calls each rule marked. */
  readonly found: Readonly<Record<string, number>>
  /** Characters that agents read, and how many of them a short form leaves out. */
  readonly output: { readonly characters: number; readonly could_go: number }
  readonly permission: Readonly<Record<keyof typeof PERMISSIONS, number>>
  readonly undescribed: readonly NamedCount[]
  /** Programs whose calls ask, by use. */
  readonly asking: readonly NamedCount[]
  /** Files of folders that were passed over, the first of them by name. */
  readonly skipped: readonly { readonly file: string; readonly why: string }[]
  readonly skipped_files: number
  readonly by_session: readonly SessionReport[]
  readonly findings: readonly Finding[]
  /** Findings beyond those that are listed. */
  readonly more: number
}

/** What the page holds: the report, and what its rules are called. */
export interface PageData extends ReplayReport {
  readonly titles: Readonly<Record<string, string>>
}
