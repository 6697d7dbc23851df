import { command, note, start } from '../../scripts/build/bundles.ts'

export default [command, start, note]
