import { readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'

import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { readCommentedJson } from '@surety/internal/json/commented-json.ts'
import {
  choicesOf,
  hookCommand,
  openCodePlugin,
  PLUGIN_START,
  settingsOf,
} from './client-settings.ts'
import { pathOf, type ClientName, type HookChoices } from './clients.ts'
import { hookEntries, type HookEntry } from './hook-entries.ts'
import { addToJson, removeFromJson } from './settings-text.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

export type Scope = 'project' | 'user'

/** Finds a file of settings of a project or of a person. */
export function settingsFile(
  { file, userFile }: { readonly file: string; readonly userFile: string },
  scope: Scope,
  env: NodeJS.ProcessEnv,
): string {
  const path = scope === 'user' ? userFile : file
  return resolve(pathOf(path, { home: env['HOME'] ?? homedir(), env })[0]!)
}

export async function readSettings(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** Returns settings with the hook in them: the same text if it is there already. Throws if they are broken. */
export function withHook(client: ClientName, text: string | null, choices: HookChoices): string {
  const { event, entry, beside = {} } = settingsOf[client]
  if (event === null) {
    if (text !== null && !isOurPlugin(text)) throw new TypeError('It is another plugin')
    return openCodePlugin(choices)
  }
  const command = hookCommand(client, choices)
  if (text === null || text.trim() === '') {
    const hooks = event.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [entry(command)])
    return `${JSON.stringify({ ...beside, ...(hooks as object) }, null, 2)}\n`
  }
  const found = readCommentedJson(text).value
  const ours = hooksIn(client, found).filter(({ isOurs }) => isOurs)
  if (ours.some((hook) => hook.command === command)) return text
  if (ours.length > 0) return withHook(client, withoutHook(client, text), choices)
  const known = Object.entries(beside).filter(([key]) => !Object.hasOwn(found as object, key))
  const kept = known.reduce((settings, [key, value]) => addToJson(settings, [key], value), text)
  return addToJson(kept, event, [entry(command)])
}

export function withoutHook(client: ClientName, text: string): string | null {
  if (settingsOf[client].event === null) return isOurPlugin(text) ? null : text
  let rest = text
  for (;;) {
    const ours = hooksIn(client, readCommentedJson(rest).value).find(({ isOurs }) => isOurs)
    if (ours === undefined) return rest
    if (rest === withHook(client, null, choicesOf(client, ours.command)!)) return null
    rest = removeFromJson(rest, ours.path)
  }
}

export interface FoundHook extends HookEntry {
  readonly isOurs: boolean
}

/** Lists the hooks before a command runs that settings have, of whoever. */
export function hooksIn(client: ClientName, settings: unknown): readonly FoundHook[] {
  return hookEntries(settings, settingsOf[client].event ?? []).map((entry) => ({
    ...entry,
    isOurs: choicesOf(client, entry.command) !== null,
  }))
}

export function isOurPlugin(text: string): boolean {
  return text.startsWith(PLUGIN_START)
}

/** Replaces a file of settings, or deletes it. A link stays one, and so do the rights of the file. */
export async function writeSettings(file: string, text: string | null): Promise<void> {
  // A link may lead to a file that is not there yet.
  const led = () => readlink(file).then((to) => resolve(dirname(file), to))
  const target = await realpath(file).catch(() => led().catch(() => file))
  const mode = await stat(target).then(
    (facts) => facts.mode & 0o777,
    () => 0o644,
  )
  // Replacing it would go around that.
  if ((mode & 0o222) === 0) throw new TypeError('It is read-only')
  if (text === null) return rm(target, { force: true })
  makeFolder(dirname(target))
  await writeFileAtomically(target, text, { mode })
}
