import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { loadDescription, toCli } from '../../../wrap/index.ts'

/** Checks a description without running the program. */
export const command = defineCommand({
  description: 'Checks a description and runs nothing',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The description can be used',
    NOT_FOUND: 'There is no such description',
    PRECONDITION: 'The description has mistakes, each with its place and what to write',
  },
  args: { description: s.string().min(1).describe('A file, or the name of a ready description') },
  output: s.object({
    tool: s.string(),
    commands: s.array(s.object({ command: s.string(), danger: s.string() })),
  }),
  run: async ({ args }) => {
    const { description } = await loadDescription(args.description)
    const { checkTool } = await import('../../../runtime/index.ts')
    checkTool(toCli(description))
    const commands = Object.entries(description.commands)
    return {
      tool: description.name,
      commands: commands.map(([command, { danger }]) => ({ command, danger })),
    }
  },
})
