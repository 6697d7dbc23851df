import { defineCommand, s } from 'surety'

import { handOver, handOverErrors } from '../hand-over.ts'
import { findTool } from '../inventory.ts'
import { errors, inDetail, listedBy, lookUpExits } from '../inventory-command.ts'

export const command = defineCommand({
  description: 'Hands a payload to a tool of the inventory',
  danger: 'mutating',
  exitCodes: {
    ...lookUpExits,
    PERMISSION_DENIED: 'The tool is on the deny list',
    GENERAL_ERROR: 'The queue could not be written',
  },
  errors: { tool_not_found: errors.tool_not_found, policy: errors.policy, ...handOverErrors },
  args: {
    name: s.string().describe('Name of the tool'),
    payload: s.string().describe('What to hand to it'),
  },
  options: {
    denyTool: s.array(s.string()).default([]).describe('Tool that must not run; may be repeated'),
    denyPrefix: s
      .array(s.string())
      .default([])
      .describe('Beginning of such tools; may be repeated'),
  },
  output: s.object({
    name: s.string(),
    payload: s.string(),
    handled: s.boolean(),
    message: s.string(),
    source_hint: s.string(),
  }),
  text: ({ message }) => message,
  run: async (ctx) => {
    const { name, payload } = ctx.args
    const { denyTool, denyPrefix } = ctx.options
    const entry = findTool(name)
    if (!entry) {
      return ctx.fail('tool_not_found', `tool '${name}' not found`, {
        ...listedBy('tool-pool'),
        ...inDetail(ctx, { payload, handled: false }),
      })
    }
    const wanted = entry.name.toLowerCase()
    const isDenied =
      denyTool.some((denied) => denied.toLowerCase() === wanted) ||
      denyPrefix.some((prefix) => wanted.startsWith(prefix.toLowerCase()))
    if (isDenied) {
      return ctx.fail('policy', `${entry.name} is on the deny list`, {
        operation: 'exec_tool',
        target: entry.name,
        suggestion: `leave out the --deny-tool or --deny-prefix that names ${entry.name}`,
        ...inDetail(ctx, { name: entry.name, found: true, payload, handled: false }),
      })
    }
    const message = await handOver(ctx, entry, { payload })
    ctx.effect('created')
    return {
      name: entry.name,
      payload,
      handled: true,
      message,
      source_hint: entry.source_hint,
    }
  },
})
