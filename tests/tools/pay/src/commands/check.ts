import { defineCommand } from 'surety'

import { callArgs, callOptions, readCall } from '../call.ts'
import { errors, exitCodes } from '../pay-command.ts'
import { offerOf } from '../payment/terms.ts'

export const command = defineCommand({
  description: 'Shows what a call costs and which chains the merchant takes; pays nothing',
  danger: 'safe',
  exitCodes,
  errors,
  args: callArgs,
  options: callOptions,
  examples: [
    { description: 'The price of a call', command: 'pay check GET https://api.maps.example/' },
  ],
  // Not async: a malformed header throws synchronously, and still ends with its own code.
  run: (ctx) => {
    const call = readCall(ctx)
    const offer = offerOf(ctx, call, ctx.options.timeoutSeconds)
    return {
      url: call.url,
      price_usd: offer?.priceUsd ?? 0,
      accepted_chains: offer?.chains ?? [],
      protocol: offer ? 'x402' : 'none',
    }
  },
})
