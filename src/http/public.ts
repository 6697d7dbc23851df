export type { FetchHandler } from './fetch-options.ts'
export { toNodeListener } from './node-listener.ts'
export { toFetch } from './to-fetch.ts'
