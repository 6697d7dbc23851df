/** What `surety/formats` offers: JSON values as text in any output format, and back. */
export type { Format } from './format.ts'
export { FORMAT_IDS, loadFormat } from './registry.ts'
