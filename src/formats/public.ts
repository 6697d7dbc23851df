/** What `surety/formats` offers: JSON values as text in any output format, and back. */
export type { Format, FormatOptions } from './format.ts'
export { FORMAT_IDS, isFormatId, loadFormat, type FormatId } from './registry.ts'
