import type { LockVerdict } from '../../../conformance/index.ts'
import type { JsonObject } from '../../../contract/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { s } from '../../../schema/index.ts'
import { dialectProblems } from '../../dialect-option.ts'
import { toFixtureOptions, toolArgs } from '../fixtures/fixture-options.ts'
import { toolNameProblems } from '../run/tool-name-problems.ts'
import { lockErrors, lockOptions } from './lock-options.ts'

/** Compares a tool with its lock file. */
export const command = defineCommand({
  description: 'Finds changes of the contract that the version of the tool does not allow',
  // It starts a program that it knows nothing about, as `run` does.
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The contract is as locked, or the version allows its changes',
    PRECONDITION: 'The changes need a higher version, or a file cannot be used',
    NOT_FOUND: 'The tool cannot be started',
  },
  errors: {
    ...lockErrors,
    NO_LOCK: { exit: 'PRECONDITION', description: 'There is no lock file', retryable: false },
    LOCK_OUT_OF_DATE: {
      exit: 'PRECONDITION',
      description: 'With --frozen: the contract is not as locked',
      retryable: false,
    },
  },
  args: toolArgs,
  options: {
    ...lockOptions,
    frozen: s.boolean().default(false).describe('Fails on every change, also on allowed ones'),
  },
  examples: [
    { description: 'In a pipeline', command: 'surety lock verify --frozen -- ./deployer' },
  ],
  type: 'verified_lock',
  validate: ({ args, options }) => [
    ...toolNameProblems(args.words),
    ...dialectProblems('--dialect', options.dialect),
  ],
  timeoutMs: 0,
  text: async (data, screen) =>
    (await import('./lock-text.ts')).lockText(data as unknown as LockVerdict, screen),
  failureText: async (data, screen) =>
    (await import('./lock-text.ts')).lockText(data as unknown as LockVerdict, screen),
  run: async (ctx) => {
    const { args, options } = ctx
    const { verifyLock } = await import('./load-lock.ts')
    const verdict = await verifyLock(args.words, options.file, {
      ...toFixtureOptions(options, ctx),
      fixtures: options.fixtures,
    })
    if (verdict === undefined) {
      return ctx.fail('NO_LOCK', `${options.file} does not exist.`, {
        target: options.file,
        suggestion: quoteWords([
          'surety',
          'lock',
          'write',
          '--file',
          options.file,
          '--',
          ...args.words,
        ]),
      })
    }
    const data = { file: options.file, ...verdict } as unknown as JsonObject
    const { namesOnlyWarning, versionSentence } = await import('./lock-text.ts')
    if (verdict.names_only) ctx.warn(namesOnlyWarning)
    if (verdict.changes.length === 0) return data
    if (!verdict.version.is_enough) {
      return ctx.fail('VERSION_TOO_LOW', versionSentence(verdict), {
        data,
        suggestion: 'Raise the version of the tool, or declare the change in the lock file',
      })
    }
    const write = quoteWords([
      'surety',
      'lock',
      'write',
      '--file',
      options.file,
      '--',
      ...args.words,
    ])
    const message = `The contract changed. Write it and commit ${options.file}: ${write}`
    if (options.frozen) return ctx.fail('LOCK_OUT_OF_DATE', message, { data })
    ctx.warn(message)
    return data
  },
})
