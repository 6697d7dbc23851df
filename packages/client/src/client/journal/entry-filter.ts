import type { JournalEntry } from './entry.ts'

/** Which lines count; absent members match every line. */
export interface EntryFilter {
  /** The full name of the tool, or the last part of it. */
  readonly tool?: string
  readonly outcome?: JournalEntry['outcome']
  readonly since?: Date
}

export function passes(entry: JournalEntry, { since, tool, outcome }: EntryFilter): boolean {
  if (since !== undefined && entry.time < since.toISOString()) return false
  if (outcome !== undefined && entry.outcome !== outcome) return false
  // Tools are recorded with their full path; people use the last part.
  return tool === undefined || tool === entry.tool || tool === lastPart(entry.tool)
}

export function lastPart(tool: string): string {
  return tool.split(/[\\/ ]/).at(-1) ?? tool
}
