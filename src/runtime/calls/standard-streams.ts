import { Readable } from 'node:stream'

import { activeResources, isIdle } from '../../internal/process/active-resources.ts'
import type { StdinUse } from '../process/world.ts'

/** How often a call has read the empty input to its end. */
let drained = 0

/** Takes standard input away: a command that reads it gets its end at once, and cannot swallow what follows. */
export function takeStdin(): { readonly stdin: NodeJS.ReadStream; readonly giveBack: () => void } {
  const property = Object.getOwnPropertyDescriptor(process, 'stdin')!
  const { stdin } = process
  let empty = makeStdin()
  const get = () => (empty = empty.readableEnded ? makeStdin() : empty)
  Object.defineProperty(process, 'stdin', { configurable: true, get })
  return { stdin, giveBack: () => void Object.defineProperty(process, 'stdin', property) }
}

/** Starts to watch what a call does with the empty input. */
export function watchStdin(): StdinUse {
  const before = drained
  const resources = activeResources()
  const hasDrained = () => drained > before
  return { hasDrained, isStuck: () => hasDrained() && isIdle(resources) }
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
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its stream as this
  const original = stderr.write
  const patched = (chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
    const text = toText(chunk, encoding)
    const clean = redact(text)
    // What is clean is written as it came, because it need not be a text at all.
    const callback = typeof encoding === 'function' ? encoding : done
    const given = clean === text ? [chunk, encoding, done] : [clean, 'utf8', callback]
    return Reflect.apply(original, stderr, given) as boolean
  }
  stderr.write = patched
  return () => {
    // Somebody who patched the stream later keeps their patch.
    if (stderr.write === patched) stderr.write = original
  }
}

function toText(chunk: unknown, encoding: unknown): string {
  if (typeof chunk !== 'string') return Buffer.from(chunk as Uint8Array).toString('utf8')
  if (typeof encoding !== 'string' || /^utf-?8$/i.test(encoding)) return chunk
  return Buffer.from(chunk, encoding as BufferEncoding).toString('utf8')
}
