import { constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Reads a FIFO to its end. Reading it like a file would hold a thread until somebody writes, and the
 * process could not end before.
 */
export function readFifo(path: string): Promise<string> {
  return text(openFifo(path))
}

/** Opens a FIFO for reading without holding a thread. */
export function openFifo(path: string): Socket {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}
