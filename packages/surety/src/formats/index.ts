export { FORMAT_IDS, isFormatId, loadFormat, type FormatId } from './registry.ts'
