import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

import { replace, type JsonFile } from '../../store/json-file.ts'
import { makeFolder } from '../../store/make-folder.ts'
import { openBook } from './book-file.ts'
import type { Listing } from './references.ts'
import type { Book, Task } from './tasks.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The files of td: the tasks, and the last listing, which row numbers refer to. */
export interface Store {
  readonly book: JsonFile<Book>
  readonly listingPath: string
}

/** Opens the files of td. */
export function openStore(env: Variables): Store {
  const home = env['HOME'] ?? homedir()
  const data =
    env['TD_DATA_DIR'] ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'td')
  const cache = env['TD_DATA_DIR'] ?? join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'td')
  return { book: openBook(join(data, 'tasks.json')), listingPath: join(cache, 'last_results.json') }
}

/** Remembers a listing, so that its row numbers can be used as references, if there is room for it. */
export async function rememberListing(
  store: Store,
  tasks: readonly Task[],
  now: Date,
): Promise<void> {
  const listing: Listing = { at: now.getTime(), ids: tasks.map((task) => task.id) }
  try {
    await makeFolder(dirname(store.listingPath))
    await replace(store.listingPath, `${JSON.stringify(listing)}\n`)
  } catch {
    // Without the cache, row numbers do not work; everything else does.
  }
}

/** Reads the last listing; without one, rows mean nothing. */
export async function lastListing(store: Store): Promise<Listing | undefined> {
  try {
    const listing = JSON.parse(await readFile(store.listingPath, 'utf8')) as Listing
    return Array.isArray(listing.ids) && typeof listing.at === 'number' ? listing : undefined
  } catch {
    // Without the cache, row numbers do not work; everything else does.
    return undefined
  }
}
