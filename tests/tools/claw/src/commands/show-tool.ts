import { defineCommand, s } from 'surety'

import { findTool } from '../inventory.ts'
import { describedEntry, entryText, errors, listedBy, lookUpExits } from '../inventory-command.ts'

export const command = defineCommand({
  description: 'Describes a tool of the inventory',
  danger: 'safe',
  exitCodes: lookUpExits,
  errors: { tool_not_found: errors.tool_not_found },
  args: { name: s.string().describe('Name of the tool') },
  output: describedEntry,
  text: entryText,
  run: ({ args: { name }, fail }) => {
    const entry = findTool(name)
    if (!entry) return fail('tool_not_found', `tool '${name}' not found`, listedBy('tool-pool'))
    const { source_hint, responsibility } = entry
    return { name: entry.name, found: true, source_hint, responsibility }
  },
})
