import { defineCommand, s } from 'surety'

import { handOver, handOverErrors } from '../hand-over.ts'
import { findCommand } from '../inventory.ts'
import { errors, inDetail, listedBy, lookUpExits } from '../inventory-command.ts'

export const command = defineCommand({
  description: 'Hands a prompt to a command of the inventory',
  danger: 'mutating',
  exitCodes: { ...lookUpExits, GENERAL_ERROR: 'The queue could not be written' },
  errors: { command_not_found: errors.command_not_found, ...handOverErrors },
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
  run: async (ctx) => {
    const { name, prompt } = ctx.args
    const entry = findCommand(name)
    if (!entry) {
      return ctx.fail('command_not_found', `command '${name}' not found`, {
        ...listedBy('command-graph'),
        ...inDetail(ctx, { prompt, handled: false }),
      })
    }
    const message = await handOver(ctx, entry, { prompt })
    ctx.effect('created')
    return {
      name: entry.name,
      prompt,
      handled: true,
      message,
      source_hint: entry.source_hint,
    }
  },
})
