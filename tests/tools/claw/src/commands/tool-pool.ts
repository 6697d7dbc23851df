import { defineCommand, s } from 'surety'

import { counted } from '../counted.ts'
import { toolPool } from '../inventory.ts'

const SHOWN = 15

export const command = defineCommand({
  description: 'Lists the tools that a mode offers',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The tools are listed' },
  options: {
    simple: s.boolean().default(false).describe('Only the three basic tools'),
    mcp: s.boolean().default(true).describe('Tools of connected servers as well'),
  },
  output: s.object({
    simple_mode: s.boolean(),
    include_mcp: s.boolean(),
    tool_count: s.integer(),
    tools: s.array(s.object({ name: s.string(), source_hint: s.string() })),
  }),
  text: ({ tool_count, tools }) =>
    [
      `# Tool pool: ${counted(tool_count, 'tool')}`,
      '',
      ...tools.slice(0, SHOWN).map(({ name, source_hint }) => `- ${name} (${source_hint})`),
      ...(tool_count > SHOWN ? [`- and ${tool_count - SHOWN} more; JSON has all`] : []),
    ].join('\n'),
  run: ({ options: { simple, mcp } }) => {
    const tools = toolPool({ simple, mcp })
    return {
      simple_mode: simple,
      include_mcp: mcp,
      tool_count: tools.length,
      tools: tools.map(({ name, source_hint }) => ({ name, source_hint })),
    }
  },
})
