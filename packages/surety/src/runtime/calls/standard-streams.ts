import { Readable } from 'node:stream'

import { activeResources, activeSince } from '@surety/internal/process/active-resources.ts'
import { takeWrites, toText } from '../process/stdout-guard.ts'
import type { StdinUse } from '../process/world.ts'

/** How often a call has read the empty input to its end. */
let drained = 0

/** Takes standard input away: a command that reads it gets that of its call, and cannot swallow what follows. */
export function takeStdin(ofCall: () => Readable | undefined): {
  readonly stdin: NodeJS.ReadStream
  readonly giveBack: () => void
} {
  const property = Object.getOwnPropertyDescriptor(process, 'stdin')!
  const { stdin } = process
  let empty = makeStdin()
  const get = () => ofCall() ?? (empty = empty.readableEnded ? makeStdin() : empty)
  Object.defineProperty(process, 'stdin', { configurable: true, get })
  return { stdin, giveBack: () => void Object.defineProperty(process, 'stdin', property) }
}

/** Starts to watch what a call does with the empty input. */
export function watchStdin(): StdinUse {
  const before = drained
  const resources = activeResources()
  const hasDrained = () => drained > before
  return { hasDrained, isStuck: () => hasDrained() && activeSince(resources).length === 0 }
}

/** Makes the standard input of a call, which is empty unless it is given. */
export function makeStdin(given: string | Uint8Array = ''): Readable {
  const bytes = Buffer.from(given)
  return Readable.from(bytes.length > 0 ? [bytes] : []).once('end', () => {
    if (bytes.length === 0) drained += 1
  })
}

/** Removes secrets from what code of this process prints to its stderr; returns a function that stops this. */
export function redactStderr(redact: (text: string) => string): () => void {
  const { stderr } = process
  const write = stderr.write.bind(stderr)
  return takeWrites(stderr, (chunk, encoding) => {
    const text = toText(chunk, encoding)
    // What is clean is written as it came, because it need not be a text at all.
    return redact(text) === text ? undefined : () => void write(redact(text))
  })
}
