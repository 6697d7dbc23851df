/** What a queue takes, loaded only by those who name one. */
export { connectQueue, queueAddress } from './connection.ts'
export { QueueBackend } from './queue-backend.ts'
export { runQueueBatch } from './produce.ts'
export { runWorker } from './worker.ts'
