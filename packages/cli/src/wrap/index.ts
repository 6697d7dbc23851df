export { loadDescription, readyNames, toExecutable } from './load-description.ts'
export { toCli } from './wrapped-cli.ts'
export { deadWords } from './wrapped-command.ts'

/** Loads what drafts descriptions: it reads help with the kit, which calls of wrapped tools do not need. */
export const loadDrafting = () => import('./draft/draft-description.ts')
