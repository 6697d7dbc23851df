import { basename } from 'node:path'

import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { loadDescription, readyNames } from '../../../wrap/index.ts'

/** Lists the descriptions that come with surety. */
export const command = defineCommand({
  description: 'Lists the ready descriptions of programs',
  danger: 'safe',
  output: s.array(
    s.object({
      description: s.string(),
      tool: s.string(),
      program: s.string(),
      summary: s.string(),
      commands: s.array(s.string()),
    }),
  ),
  run: async () =>
    Promise.all(
      (await readyNames()).map(async (name) => {
        const { description } = await loadDescription(name)
        return {
          description: name,
          tool: description.name,
          program: basename(description.program[0]!),
          summary: description.summary,
          commands: Object.keys(description.commands),
        }
      }),
    ),
  view: (rows) =>
    rows.map(({ description, summary, commands }) => ({
      description,
      summary,
      commands: commands.length,
    })),
})
