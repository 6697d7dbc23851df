import type { Diagnosis } from '../../conformance/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { dialectProblems } from '../dialect-option.ts'
import { toolNameProblems } from './run/tool-name-problems.ts'

/** Explains one call. */
export const command = defineCommand({
  description: 'Makes one call and explains its answer',
  // The call itself may change something.
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The call was made once, and data explains it, whatever its own exit' },
  args: {
    words: s.array(s.string()).min(1).describe('The tool and its arguments, best after --'),
  },
  options: {
    dialect: s
      .string()
      .min(1)
      .optional()
      .describe('Dialect of the answer: an id or a file; found by looking if absent'),
    timeout: s.duration().default('10s').describe('Time limit of the call'),
  },
  examples: [
    { description: 'A call that fails', command: 'surety diagnose -- deployer volume create' },
  ],
  type: 'diagnosis',
  validate: ({ args, options }) => [
    ...toolNameProblems(args.words),
    ...dialectProblems('--dialect', options.dialect),
  ],
  timeoutMs: 0,
  text: async (data, screen) =>
    (await import('./diagnose/diagnosis-text.ts')).diagnosisText(
      data as unknown as Diagnosis,
      screen,
    ),
  run: async ({ args, options, processEnv, signal }) => {
    const { diagnoseCall } = await import('./diagnose/load-diagnose.ts')
    return diagnoseCall(args.words, {
      ...(options.dialect !== undefined && { dialect: options.dialect }),
      timeoutMs: options.timeout,
      env: processEnv,
      signal,
    })
  },
})
