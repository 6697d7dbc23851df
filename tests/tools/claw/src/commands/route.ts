import { defineCommand, s } from 'surety'

import { COMMANDS, TOOLS } from '../inventory.ts'
import { matchSchema } from '../match-schema.ts'
import { route } from '../routing.ts'

export const command = defineCommand({
  description: 'Finds the commands and tools that fit a prompt',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Everything that fits is listed' },
  args: { prompt: s.string().describe('What is wanted') },
  options: { limit: s.integer().min(0).default(5).describe('Most matches') },
  output: s.object({
    prompt: s.string(),
    limit: s.integer(),
    match_count: s.integer(),
    matches: s.array(matchSchema),
  }),
  text: ({ matches }) =>
    matches
      .map(({ kind, name, score, source_hint }) => [kind, name, score, source_hint].join('\t'))
      .join('\n') || 'Nothing fits the prompt.',
  run: ({ args: { prompt }, options: { limit } }) => {
    const matches = route(prompt, limit, { commands: COMMANDS, tools: TOOLS })
    return { prompt, limit, match_count: matches.length, matches }
  },
})
