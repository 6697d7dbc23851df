import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { namesIn } from '@surety/internal/own-folder.ts'
import { signalGroup } from '@surety/internal/process/process-groups.ts'
import { mayBeAlive, type ProcessIdentity } from '@surety/internal/process/process-identity.ts'
import type { Run } from '../../run/run-state.ts'
import { baseOf, KEPT_SECONDS } from './base-folder.ts'

/** Removes what earlier calls left behind: kept files by their age, folders of killed calls, processes past their time. */
export function prune(run: Run): void {
  const base = baseOf(run)
  for (const name of namesIn(base)) {
    try {
      pruneOne(join(base, name), run.world.now().getTime())
    } catch {
      // Another call does the same, or it belongs to another user.
    }
  }
}

function pruneOne(path: string, now: number): void {
  const remove = (each: string) => rmSync(each, { recursive: true, force: true })
  const age = now - statSync(path).mtimeMs
  const [, seconds] = /\/kept-\w+-(\d+)$/.exec(path) ?? []
  if (seconds !== undefined && age > Number(seconds) * 1000) remove(path)
  if (!path.endsWith('.json')) return
  const entry = JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity & { until?: number }
  const isAlive = mayBeAlive(entry)
  if (isAlive && entry.until !== undefined && entry.until < now) signalGroup(entry.pid, 'SIGTERM')
  if (isAlive || (entry.until === undefined && age < KEPT_SECONDS * 1000)) return
  for (const each of [path, path.slice(0, -5)]) remove(each)
}
