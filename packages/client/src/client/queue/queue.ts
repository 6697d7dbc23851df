/** What a queue takes, loaded only by those who name one. */
export { connectQueue, queueAddress } from './connection.ts'
export { readKey } from './payload.ts'
export { QueueBackend } from './queue-backend.ts'
export { addLines, describeBlocked, runQueueBatch } from './produce.ts'
export { runWorker } from './worker.ts'
