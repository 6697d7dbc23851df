import { openTasks, type Book, type Task } from './tasks.ts'

/** The result of resolving a reference. */
export type Resolved =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Task[] }
  | { readonly kind: 'unknown' }

/** The last listing: row n is the n-th id. Good for ten minutes. */
export interface Listing {
  readonly at: number
  readonly ids: readonly string[]
}

const LISTING_LIFE_MS = 10 * 60 * 1000

/** Resolves a reference: a row of the last listing, a text, or an id. */
export function resolveReference(
  reference: string,
  book: Book,
  context: {
    readonly listing: Listing | undefined
    readonly now: number
    readonly idOnly: boolean
  },
): Resolved {
  const byId = (id: string): Resolved => {
    const task = book.tasks.find((candidate) => candidate.id === id)
    return task ? { kind: 'task', task } : { kind: 'unknown' }
  }
  if (context.idOnly) return byId(reference)
  const fresh = context.listing && context.now - context.listing.at < LISTING_LIFE_MS
  const row = /^\d+$/.test(reference) ? Number(reference) : undefined
  const listed = fresh && row !== undefined ? context.listing?.ids[row - 1] : undefined
  if (listed !== undefined) return byId(listed)
  if (row === undefined && reference.length > 2) {
    const matches = matchesOf(reference, openTasks(book))
    if (matches.length === 1 && matches[0]) return { kind: 'task', task: matches[0] }
    if (matches.length > 1) return { kind: 'ambiguous', candidates: matches }
  }
  return byId(reference)
}

function matchesOf(text: string, tasks: readonly Task[]): Task[] {
  const wanted = text.toLowerCase()
  const contents = tasks.map((task) => ({ task, content: task.content.toLowerCase() }))
  for (const fits of [
    (content: string) => content === wanted,
    (content: string) => content.startsWith(wanted),
    (content: string) => content.includes(wanted),
  ]) {
    const found = contents.filter(({ content }) => fits(content))
    if (found.length > 0) return found.map(({ task }) => task)
  }
  return []
}
