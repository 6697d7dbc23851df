import { command, hook, note, start } from '../../scripts/build/bundles.ts'

export default [command, hook, start, note]
