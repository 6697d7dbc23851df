import { defineCommand, s } from 'surety'

import { findCommand } from '../inventory.ts'
import { describedEntry, entryText, errors, listedBy, lookUpExits } from '../inventory-command.ts'

export const command = defineCommand({
  description: 'Describes a command of the inventory',
  danger: 'safe',
  exitCodes: lookUpExits,
  errors: { command_not_found: errors.command_not_found },
  args: { name: s.string().describe('Name of the command') },
  output: describedEntry,
  text: entryText,
  run: ({ args: { name }, fail }) => {
    const entry = findCommand(name)
    if (!entry)
      return fail('command_not_found', `command '${name}' not found`, listedBy('command-graph'))
    const { source_hint, responsibility } = entry
    return { name: entry.name, found: true, source_hint, responsibility }
  },
})
