import { quoteWords } from '@surety/internal/quote-words.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { redactWords } from '@surety/internal/redact/secret-options.ts'
import type { AnyContext } from 'surety/unstable/surface'
import { openBatch } from '../batch/open-batch.ts'
import type { ShownBatch } from './views.ts'

/** Calls in doubt that are listed of one batch. */
const MAX_DOUBTS = 100

/** Makes what looks at batches, in files or on a queue. A file is read anew each time; a connection is kept. */
export function lookAtBatches(
  ctx: AnyContext,
  names: readonly string[],
  queue: string | undefined,
): () => Promise<readonly ShownBatch[]> {
  const redactor = createRedactor({ env: ctx.processEnv })
  const { log, processEnv, signal } = ctx
  const open = async (state: string) => {
    const ends: (() => void | Promise<void>)[] = []
    const onCleanup = (end: () => void | Promise<void>): void =>
      void (queue === undefined ? ends.push(end) : ctx.onCleanup(end))
    const own = { log, processEnv, signal, onCleanup, args: { state }, options: { queue } }
    const { batch } = await openBatch(own, 'read')
    return { batch, ends }
  }
  const held = new Map<string, ReturnType<typeof open>>()
  const look = async (name: string): Promise<ShownBatch> => {
    try {
      if (queue !== undefined && !held.has(name)) held.set(name, open(name))
      const { batch, ends } = await (held.get(name) ?? open(name))
      try {
        const counts = await batch.counts()
        const doubts: ShownBatch['doubts'][number][] = []
        if (counts.in_doubt > 0) {
          for await (const { name: id, call, pids, worker } of batch.doubts()) {
            const line = quoteWords(redactWords(call.argv, redactor))
            const where = worker === undefined ? null : `${worker.host}, process ${worker.pid}`
            if (doubts.push({ id, line, alive: pids, worker: where }) === MAX_DOUBTS) break
          }
        }
        return { name, counts: { ...counts }, doubts, problem: null }
      } finally {
        for (const end of ends) await end()
      }
    } catch (error) {
      held.delete(name)
      return { name, counts: null, doubts: [], problem: (error as Error).message }
    }
  }
  return () => Promise.all(names.map(look))
}
