export { toExecutable } from './executable.ts'
export { loadDescription, readyNames } from './load-description.ts'
export { toCli } from './wrapped-cli.ts'
