import { Readable } from 'node:stream'

import { activeResources, isIdle } from '../../internal/process/active-resources.ts'
import type { StdinUse } from '../process/world.ts'

/** How often a call has read the empty input to its end. */
let drained = 0

/**
 * Takes standard input away from the rest of the process: a command that reads it gets its end at once, and
 * cannot swallow what follows. Returns the real stream and a function that gives it back.
 */
export function takeStdin(): { readonly stdin: NodeJS.ReadStream; readonly giveBack: () => void } {
  const property = Object.getOwnPropertyDescriptor(process, 'stdin')!
  const { stdin } = process
  let empty = makeEmpty()
  const get = () => (empty = empty.readableEnded ? makeEmpty() : empty)
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

function makeEmpty(): Readable {
  return Readable.from([]).once('end', () => {
    drained += 1
  })
}
