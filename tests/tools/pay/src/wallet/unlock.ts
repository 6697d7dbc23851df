import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { replace } from '../../../../../examples/store/json-file.ts'

/** A period without passphrase prompts. The passphrase itself is never stored. */
export interface Unlock {
  readonly expires_at: string
}

/** Gives the place of the unlock mark. */
export function unlockPath(home: string): string {
  return join(home, 'unlock.json')
}

/** Sets the mark. */
export async function setUnlock(home: string, expiresAt: Date): Promise<void> {
  await replace(unlockPath(home), `${JSON.stringify({ expires_at: expiresAt.toISOString() })}\n`)
}

/** Removes the mark; false when there was none. */
export async function clearUnlock(home: string): Promise<boolean> {
  const there = await readUnlock(home)
  await rm(unlockPath(home), { force: true })
  return there !== undefined
}

/** Tests whether wallets may be used without a passphrase now. */
export async function isUnlocked(home: string, now: Date): Promise<boolean> {
  const unlock = await readUnlock(home)
  return unlock !== undefined && new Date(unlock.expires_at) > now
}

async function readUnlock(home: string): Promise<Unlock | undefined> {
  try {
    return JSON.parse(await readFile(unlockPath(home), 'utf8')) as Unlock
  } catch {
    // A missing or damaged mark unlocks nothing.
    return undefined
  }
}
