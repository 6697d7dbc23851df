export type { FetchHandler } from './served-cli.ts'
export { toFetch, toNodeListener } from './to-fetch.ts'
