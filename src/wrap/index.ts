export { toExecutable } from './load-description.ts'
export { loadDescription, readyNames } from './load-description.ts'
export { toCli } from './wrapped-cli.ts'

export type { Draft } from './draft/ask-program.ts'

/** Loads what drafts descriptions: it reads help with the kit, which calls of wrapped tools do not need. */
export const loadDrafting = () => import('./draft/draft-description.ts')

/** Loads what drafts declarations for an adapter. */
export const loadDeclarationDrafting = () => import('./draft/draft-declarations.ts')
