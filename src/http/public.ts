export type { FetchHandler } from './served-cli.ts'
export { toNodeListener } from './node-listener.ts'
export { toFetch } from './to-fetch.ts'
