import { loadDrafting } from '../../../wrap/index.ts'
import { defineInit } from './init-command.ts'

/** Writes a first description of a program from its help. */
export const command = defineInit({
  description: 'Writes a first description of a program from its help',
  fileName: '<tool>-agent.surety.yaml',
  content: 'a description',
  example: 'surety wrap init -- kubectl',
  draft: async (words, options) => (await loadDrafting()).draftDescription(words, options),
})
