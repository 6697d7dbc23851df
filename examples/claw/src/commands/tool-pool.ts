import { defineCommand, s } from 'surety'

import { toolPool } from '../inventory.ts'

export const command = defineCommand({
  description: 'Lists the tools that a mode offers',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The tools are listed' },
  options: {
    simple: s.boolean().default(false).describe('Only the three basic tools'),
    mcp: s.boolean().default(true).describe('Tools of connected servers as well'),
  },
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
