import type { EndedCommand } from '@surety/client/unstable/client'
import { CLIENTS, type ClientName } from './clients.ts'

type Members = Readonly<Record<string, unknown>>

/** Reads the message of a client; undefined if it is about something else than a command of a shell. */
export function endedCommand(
  client: ClientName,
  text: string,
): (EndedCommand & { readonly cwd: string | undefined }) | undefined {
  const message = objectOf(text)
  if ((message['tool_name'] ?? message['toolName']) !== CLIENTS[client].tool) return undefined
  const { command } = objectOf(message['tool_input'] ?? message['toolArgs'])
  const cwd = textOf(message['cwd']) || undefined
  if (typeof command !== 'string') return undefined
  return { command, cwd, ...endIn(client, message) }
}

function endIn(client: ClientName, message: Members): Pick<EndedCommand, 'output' | 'exit'> {
  const { output: groups, exit, failed = [], says, isZero } = CLIENTS[client]
  const texts = groups.map((paths) =>
    paths
      .map((path) => textOf(valueAt(message, path)))
      .filter(Boolean)
      .join('\n'),
  )
  const output = texts.find((text) => text !== '') ?? ''
  const given = exit === undefined ? undefined : valueAt(message, exit)
  if (typeof given === 'number') return { output, exit: given }
  const hasFailed = failed.some((path) => isThere(message, path))
  if (hasFailed) return { output, exit: exitIn(output) ?? 1 }
  const named = says === undefined ? undefined : exitIn(textOf(valueAt(message, says)))
  return { output, exit: named ?? (isZero ? 0 : undefined) }
}

function isThere(message: Members, place: string): boolean {
  const [path = '', wanted] = place.split('=')
  const value = valueAt(message, path)
  return wanted === undefined ? value === true || textOf(value) !== '' : value === wanted
}

function valueAt(message: Members, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => objectOf(value)[key], message)
}

/** Reads an object; some messages hold one as text. */
function objectOf(value: unknown): Members {
  try {
    const found: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return typeof found === 'object' && found !== null ? (found as Members) : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map((part) => textOf(objectOf(part)['text'])).join('\n') : ''
}

function exitIn(text: string): number | undefined {
  const [, number] = /^(?:Exit [Cc]ode:?|Command exited with code) (\d+)/m.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}
