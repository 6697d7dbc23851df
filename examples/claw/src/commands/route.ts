import { defineCommand, s } from 'surety'

import { COMMANDS, TOOLS } from '../inventory.ts'
import { route } from '../routing.ts'

export const command = defineCommand({
  description: 'Finds the commands and tools that fit a prompt',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Everything that fits is listed' },
  args: { prompt: s.string().describe('What is wanted') },
  options: { limit: s.integer().min(0).default(5).describe('Most matches') },
  run: ({ args: { prompt }, options: { limit } }) => {
    const matches = route(prompt, limit, { commands: COMMANDS, tools: TOOLS })
    return { prompt, limit, match_count: matches.length, matches }
  },
})
