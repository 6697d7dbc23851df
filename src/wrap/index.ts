export { toExecutable } from './executable.ts'
export { loadDescription, readyNames } from './load-description.ts'
export { toCli } from './wrapped-cli.ts'

/** Loads what drafts descriptions: it reads help with the kit, which calls of wrapped tools do not need. */
export const loadDrafting = () => import('./draft-description.ts')
