import { loadDeclarationDrafting } from '../../../wrap/index.ts'
import { defineInit } from '../wrap/init-command.ts'

/** Writes first declarations for the adapter of a program. */
export const command = defineInit({
  description: 'Writes first declarations for an adapted program from its manifest or its help',
  fileName: '<tool>.surety.yaml',
  content: 'declarations',
  example: 'surety adapt init -- ./desk',
  draft: async (words, options) =>
    (await loadDeclarationDrafting()).draftDeclarations(words, options),
})
