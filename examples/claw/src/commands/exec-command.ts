import { defineCommand, s } from 'surety'

import { findCommand } from '../inventory.ts'
import { errors, lookUpExits, missing } from '../inventory-command.ts'

export const command = defineCommand({
  description: 'Hands a prompt to a command of the inventory',
  danger: 'mutating',
  exitCodes: lookUpExits,
  errors: { command_not_found: errors.command_not_found },
  args: {
    name: s.string().describe('Name of the command'),
    prompt: s.string().describe('What to say to it'),
  },
  output: s.object({
    name: s.string(),
    prompt: s.string(),
    handled: s.boolean(),
    message: s.string(),
    source_hint: s.string(),
  }),
  text: ({ message }) => message,
  run: (ctx) => {
    const { name, prompt } = ctx.args
    const entry = findCommand(name)
    if (!entry) {
      const facts = { name, found: false, prompt, handled: false }
      return ctx.fail(
        'command_not_found',
        `command '${name}' not found`,
        missing('command-graph', ctx, facts),
      )
    }
    ctx.effect('noop')
    return {
      name: entry.name,
      prompt,
      handled: true,
      message: `${entry.name} would take the prompt`,
      source_hint: entry.source_hint,
    }
  },
})
