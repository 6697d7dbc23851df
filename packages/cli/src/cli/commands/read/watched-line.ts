import type { Readable } from 'node:stream'

import { loadLineKnowledge, type ClientOptions } from '@surety/client/unstable/client'
import type { lockedStart } from './locks.ts'
import { TRACE } from './trace-descriptor.ts'

/** Has bash tell how the parts of a line end, so that a failure behind a pipe is told as `surety sh` tells it. */
export function watchedStart(line: string, watched: string, start: ReturnType<typeof lockedStart>) {
  let log = ''
  const descriptors = [
    ...Array.from({ length: TRACE - 3 }, () => 'ignore' as const),
    'pipe' as const,
  ]
  const watching: typeof start = (request) =>
    start({
      ...request,
      argv: [...request.argv.slice(0, -1), watched],
      descriptors,
      onStart: (child) => {
        request.onStart?.(child)
        log = ''
        const source = child.stdio.at(TRACE) as Readable
        source.on('data', (chunk: Buffer) => (log += chunk.toString()))
        source.on('error', () => {})
      },
    })
  const known: ClientOptions['known'] = async (_argv, cwd, env = {}) => {
    const told = { shell: 'bash', line, isAlone: false, log: () => log }
    return (await loadLineKnowledge()).lineProgram(told, { cwd, env })
  }
  return { start: watching, knowledge: { known } }
}
