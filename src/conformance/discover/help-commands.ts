import type { ListedCommand } from '../../client/index.ts'

/** A heading over a list of commands, in the usual styles. */
const HEADING = /^\s*(?:[\w ]*\b)?(?:sub)?commands?\b[\w ]*:?\s*$/i
/** A word at the start of an indented line, alone or with its explanation after two blanks. */
const ENTRY = /^\s{1,8}([a-z][\w-]*)(?:[,|]\s*[a-z][\w-]*)*(?:\s+[<[][^\n]*?)?(?:\s{2,}\S.*|\s*)$/i
/** A list in one line. */
const INLINE = /^\s*commands?:\s+([a-z][\w-]*(?:,\s*[a-z][\w-]*)+)\s*$/i

/**
 * Reads the names of commands from a page of help. What they do is not known, so that nothing but their
 * own help can be asked for.
 */
export function helpCommands(text: string): readonly ListedCommand[] {
  const names = new Set<string>()
  let isListing = false
  for (const line of text.split('\n')) {
    const inline = INLINE.exec(line)?.[1]
    if (inline !== undefined) for (const name of inline.split(/,\s*/)) names.add(name)
    else if (HEADING.test(line)) isListing = true
    else if (/^\S/.test(line)) isListing = false
    else if (isListing) {
      const name = ENTRY.exec(line)?.[1]
      if (name !== undefined) names.add(name)
    }
  }
  return [...names].map((path) => ({
    path,
    words: [path],
    danger: null,
    flags: [],
    exits: null,
    examples: [],
    isGroup: false,
    isStreaming: false,
    canStream: false,
    isBuiltin: false,
  }))
}
