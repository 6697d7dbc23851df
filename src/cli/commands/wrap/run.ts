import { SuretyError } from '../../../contract/index.ts'
import { defineCommand, run as runTool, type Cli } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { loadDescription, toCli } from '../../../wrap/index.ts'
import { passThroughExits } from '../run/call-options.ts'

/**
 * Calls a wrapped tool as a command of ours, for callers that put flags before `wrap` and for calls as data.
 * `surety wrap FILE <words>` itself never gets here: the process becomes the wrapped tool.
 */
export const command = defineCommand({
  description: 'Runs a command of a program as a description says, and answers by the contract',
  danger: 'mutating',
  exitCodes: passThroughExits('The command succeeded'),
  args: {
    description: s.string().min(1).describe('A file, or the name of a ready description'),
    words: s.array(s.string()).default([]).describe('The words of the call, best after --'),
  },
  timeoutMs: 0,
  examples: [
    { description: 'A ready description', command: 'surety wrap git status' },
    { description: 'One of your own', command: 'surety wrap ./deploy.yaml list' },
  ],
  run: async ({ args, signal, processEnv, addMeta, warn }) => {
    const cli = await loadWrapped(args.description)
    const { outcome } = await runTool(cli, args.words, { signal, env: processEnv })
    const { effect, meaning } = outcome.meta
    if (effect !== undefined) addMeta('effect', effect)
    if (meaning !== undefined) addMeta('meaning', meaning)
    for (const warning of outcome.warnings) warn(warning)
    if (outcome.ok) return outcome.data
    const { code, message, category, ...facts } = outcome.error
    const { recovery: _recovery, synthesised: _synthesised, ...rest } = facts
    throw new SuretyError(code, category, message, { ...rest, data: outcome.data })
  },
})

/** Loads the tool that a description makes of a program; what it suggests to run starts with `surety wrap`. */
export async function loadWrapped(source: string): Promise<Cli> {
  const { description } = await loadDescription(source)
  return toCli(description, {}, ['surety', 'wrap', source])
}
