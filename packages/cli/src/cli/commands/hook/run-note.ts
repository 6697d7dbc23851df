import { readFileSync } from 'node:fs'

import { isWorthALook, loadMissed } from '@surety/client/unstable/client'
import { CLIENTS, filled, type ClientName } from './clients.ts'
import { endedCommand } from './messages.ts'

/** Answers the message of a client after a command: what `surety hook note` prints. Returns null for an unknown client. */
export async function runNote(
  client: string,
  flags: readonly string[] = [],
): Promise<string | null> {
  if (!Object.hasOwn(CLIENTS, client) || flags.length > 0) return null
  try {
    return await noteAnswer(client as ClientName, readFileSync(0, 'utf8'))
  } catch {
    // Nothing is better than a hook that fails.
    return ''
  }
}

/** Gives the text that brings a note to the model of a client; empty if there is nothing to say. */
export async function noteAnswer(client: ClientName, message: string): Promise<string> {
  const note = await noteFor(client, message)
  const { answer } = CLIENTS[client]
  return note === undefined ? '' : `${JSON.stringify(filled(answer, `surety: ${note}`))}\n`
}

/** Says what would be missed of a command, in one line; undefined is the normal case. */
export async function noteFor(client: ClientName, message: string): Promise<string | undefined> {
  const ended = withoutColours(endedCommand(client, message))
  // Our own commands say it themselves.
  if (ended === undefined || /^\s*surety\s/.test(ended.command)) return undefined
  const cwd = ended.cwd ?? process.cwd()
  const missed = isWorthALook(ended) ? await (await loadMissed()).missedOf(ended, cwd) : undefined
  if (missed !== undefined) return missed.note
  return client === 'codex' && CUT.test(ended.output)
    ? 'the client cut this output and keeps no copy; ask for less, or write it to a file'
    : undefined
}

/** Takes out what colours an output: it stands between the words by which a failure is known. */
function withoutColours(ended: ReturnType<typeof endedCommand>) {
  if (!ended?.output.includes('\u001B')) return ended
  const { stripVTControlCharacters } = process.getBuiltinModule('node:util')
  return { ...ended, output: stripVTControlCharacters(ended.output) }
}

/** What Codex writes where it leaves out a part; other clients name the file with the rest. */
const CUT = /…\d+ (?:tokens|chars) truncated…|^\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]$/m
