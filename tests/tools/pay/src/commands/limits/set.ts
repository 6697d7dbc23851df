import { defineCommand, s } from 'surety'

import { errors, exitCodes, homeOf } from '../../pay-command.ts'
import { openLimits } from '../../settings.ts'

const dollars = () => s.number().min(0).optional()

export const command = defineCommand({
  description: 'Sets caps on spending, in dollars',
  danger: 'mutating',
  exitCodes,
  errors,
  options: {
    daily: dollars().describe('Most in one day'),
    perCall: dollars().describe('Most for one call'),
    perMerchant: dollars().describe('Most with one merchant'),
  },
  run: async (ctx) => {
    const { daily, perCall, perMerchant } = ctx.options
    const change = {
      ...(daily !== undefined && { daily_usd: daily }),
      ...(perCall !== undefined && { per_call_usd: perCall }),
      ...(perMerchant !== undefined && { per_merchant_usd: perMerchant }),
    }
    if (Object.keys(change).length === 0) {
      return ctx.fail(
        'invalid_input',
        'No limit was given: use --daily, --per-call or --per-merchant.',
        {
          phase: 'validation',
          next_steps: { action: 'supply_flag', suggestion: 'pay limits set --daily 10' },
        },
      )
    }
    const file = openLimits(homeOf(ctx))
    const limits = await file.update((before) => {
      const document = { ...before, ...change }
      return { document, result: document }
    })
    ctx.effect('updated')
    return { path: file.path, limits }
  },
})
