export { json } from './json.ts'
export { isFormatId, loadFormat, type FormatId } from './registry.ts'
