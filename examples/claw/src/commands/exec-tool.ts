import { defineCommand, s } from 'surety'

import { findTool } from '../inventory.ts'
import { errors, inDetail, lookUpExits, missing } from '../inventory-command.ts'

export const command = defineCommand({
  description: 'Hands a payload to a tool of the inventory',
  danger: 'mutating',
  exitCodes: { ...lookUpExits, PERMISSION_DENIED: 'The tool is on the deny list' },
  errors: { tool_not_found: errors.tool_not_found, policy: errors.policy },
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
  run: (ctx) => {
    const { name, payload } = ctx.args
    const { denyTool, denyPrefix } = ctx.options
    const entry = findTool(name)
    if (!entry) {
      const facts = { name, found: false, payload, handled: false }
      return ctx.fail(
        'tool_not_found',
        `tool '${name}' not found`,
        missing('tool-pool', ctx, facts),
      )
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
    ctx.effect('noop')
    return {
      name: entry.name,
      payload,
      handled: true,
      message: `${entry.name} would take the payload`,
      source_hint: entry.source_hint,
    }
  },
})
