import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Entry } from './inventory.ts'
import { errors, filesystemFailure, type FilesystemContext } from './session/session-command.ts'

/** The queue of what entries of the inventory were given, one JSON object a line. */
const QUEUE = '.claw/handed.jsonl'

/** The error of an input that could not be handed over. */
export const handOverErrors = { filesystem: errors.filesystem }

/** Puts an input into the queue, for an entry to take; says where it is. */
export async function handOver(
  ctx: FilesystemContext & { readonly now: () => Date },
  { name }: Entry,
  input: { readonly prompt: string } | { readonly payload: string },
): Promise<string> {
  const line = JSON.stringify({ timestamp: ctx.now().toISOString(), name, ...input })
  try {
    await mkdir(dirname(QUEUE), { recursive: true })
    await appendFile(QUEUE, `${line}\n`)
  } catch (error) {
    filesystemFailure(ctx, error, 'write', QUEUE)
  }
  return `handed to ${name} in ${QUEUE}`
}
