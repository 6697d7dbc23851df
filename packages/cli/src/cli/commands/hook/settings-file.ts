import { isUtf8 } from 'node:buffer'
import { chown, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'
import { waitForLock } from '@surety/internal/process/file-lock.ts'
import { CLIENTS, type ClientName } from './clients.ts'

export type Scope = 'project' | 'user'

/** Finds the file of a client in a project or of a person: `~` is the home, `{NAME|path}` a variable or else a path. */
export function settingsFile(client: ClientName, scope: Scope, env: NodeJS.ProcessEnv): string {
  const path = CLIENTS[client][scope === 'user' ? 'userFile' : 'file']
  const home = env['HOME'] ?? homedir()
  const [start = '', name = '', otherwise = ''] = /^(?:~|\{(\w+)\|([^}]*)\})/.exec(path) ?? []
  if (start === '') return resolve(path)
  const found = start === '~' ? home : env[name] || otherwise.replace(/^~/, () => home)
  return resolve(join(found, path.slice(start.length)))
}

/** Reads a file of settings; bytes that are no UTF-8 are read one by one, so that each can be written again. */
export async function readSettings(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return bytes === null ? null : bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

/** How long another change of the same file is waited for. */
const WAIT_MS = 10_000

/** Changes a file of settings, or deletes it, while nobody else of us does. Its link, rights and owner stay. */
export async function changeSettings(
  file: string,
  edit: (text: string | null) => string | null,
): Promise<{ readonly before: string | null; readonly after: string | null }> {
  const target = await targetOf(file)
  if ((await readSettings(target)) === null && edit(null) === null)
    return { before: null, after: null }
  const owner = await ownerOf(target)
  makeFolder(dirname(target))
  const lock = await waitForLock(`${target}.lock`, { waitMs: WAIT_MS })
  if (lock.kind !== 'taken') throw new Error('Another process is changing it')
  try {
    const before = await readSettings(target)
    const after = edit(before)
    if (before === after) return { before, after }
    // Replacing it would go around that.
    if (owner.mode !== null && (owner.mode & 0o222) === 0) throw new TypeError('It is read-only')
    if (after === null) await rm(target, { force: true })
    else {
      const bytes = await readFile(target).catch(() => Buffer.alloc(0))
      const content = Buffer.from(after, isUtf8(bytes) ? 'utf8' : 'latin1')
      await writeFileAtomically(target, content, { mode: owner.mode ?? 0o644 })
      // What root writes for somebody else is theirs.
      if (process.getuid?.() === 0) await chown(target, owner.uid, owner.gid)
    }
    return { before, after }
  } finally {
    lock.release()
  }
}

/** Follows a link, which may lead to a file that is not there yet. */
async function targetOf(file: string): Promise<string> {
  const led = () => readlink(file).then((to) => resolve(dirname(file), to))
  return realpath(file).catch(() => led().catch(() => file))
}

/** The owner and the rights of a file; of one that is not there, the owner of the folder above. */
async function ownerOf(file: string) {
  const found = await stat(file).catch(() => null)
  if (found !== null) return { uid: found.uid, gid: found.gid, mode: found.mode & 0o777 }
  let folder = dirname(file)
  for (;;) {
    const above = await stat(folder).catch(() => null)
    if (above !== null) return { uid: above.uid, gid: above.gid, mode: null }
    folder = dirname(folder)
  }
}
