import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { replace, type JsonFile } from '../../store/json-file.ts'
import type { Listing } from './references.ts'
import { openBook, type Book, type Task } from './tasks.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Where td keeps its things: the book of tasks, and the listing that row numbers refer to. */
export interface Desk {
  readonly book: JsonFile<Book>
  readonly listingPath: string
}

/** Finds the files of td. */
export function openDesk(env: Variables): Desk {
  const home = env['HOME'] ?? homedir()
  const data =
    env['TD_DATA_DIR'] ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'td')
  const cache = env['TD_DATA_DIR'] ?? join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'td')
  return { book: openBook(join(data, 'tasks.json')), listingPath: join(cache, 'last_results.json') }
}

/** Remembers a listing, so that its row numbers can be used as references. */
export async function rememberListing(
  desk: Desk,
  tasks: readonly Task[],
  now: Date,
): Promise<void> {
  const listing: Listing = { at: now.getTime(), ids: tasks.map((task) => task.id) }
  await mkdir(join(desk.listingPath, '..'), { recursive: true })
  await replace(desk.listingPath, `${JSON.stringify(listing)}\n`)
}

/** Reads the last listing; without one, rows mean nothing. */
export async function lastListing(desk: Desk): Promise<Listing | undefined> {
  try {
    const listing = JSON.parse(await readFile(desk.listingPath, 'utf8')) as Listing
    return Array.isArray(listing.ids) && typeof listing.at === 'number' ? listing : undefined
  } catch {
    // A missing or damaged cache costs row numbers and nothing else.
    return undefined
  }
}
