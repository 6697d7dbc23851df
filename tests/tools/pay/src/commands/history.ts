import { defineCommand, s } from 'surety'

import { readHistory } from '../payment/history.ts'
import { errors, exitCodes, homeOf } from '../pay-command.ts'

export const command = defineCommand({
  description: 'Lists calls, the newest first',
  danger: 'safe',
  exitCodes,
  errors,
  options: { limit: s.integer().min(0).default(20).describe('Most entries; 0 for all') },
  run: async (ctx) => {
    const { entries, unreadable } = await readHistory(homeOf(ctx))
    if (unreadable > 0) {
      const lines = unreadable === 1 ? '1 line' : `${unreadable} lines`
      ctx.warn(`${lines} of the history cannot be read.`)
    }
    return { entries: ctx.options.limit === 0 ? entries : entries.slice(0, ctx.options.limit) }
  },
})
