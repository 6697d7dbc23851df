import type { LockVerdict } from '../../../conformance/index.ts'
import type { JsonObject } from '../../../contract/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { dialectProblems } from '../../dialect-option.ts'
import { toFixtureOptions, toolArgs } from '../fixtures/fixture-options.ts'
import { toolNameProblems } from '../run/tool-name-problems.ts'
import { lockErrors, lockOptions } from './lock-options.ts'

/** Writes the contract of a tool to a lock file. */
export const command = defineCommand({
  description: 'Writes the contract of a tool to a lock file',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The file holds the contract',
    PRECONDITION: 'The changes need a higher version, or a file cannot be used',
    NOT_FOUND: 'The tool cannot be started',
  },
  errors: lockErrors,
  args: toolArgs,
  options: {
    ...lockOptions,
    force: s.boolean().default(false).describe('Writes also if the version is too low'),
  },
  examples: [{ description: 'The first lock', command: 'surety lock write -- ./deployer' }],
  type: 'written_lock',
  validate: ({ args, options }) => [
    ...toolNameProblems(args.words),
    ...dialectProblems('--dialect', options.dialect),
  ],
  timeoutMs: 0,
  text: async (data, screen) => {
    const { lockText } = await import('./lock-text.ts')
    const { effect, file } = data as unknown as { effect: string; file: string }
    if (effect === 'created') return `${file} created`
    return lockText(data as unknown as LockVerdict, screen)
  },
  failureText: async (data, screen) =>
    (await import('./lock-text.ts')).lockText(data as unknown as LockVerdict, screen),
  run: async (ctx) => {
    const { args, options } = ctx
    const { writeLock } = await import('./load-lock.ts')
    const written = await writeLock(args.words, options.file, {
      ...toFixtureOptions(options, ctx),
      fixtures: options.fixtures,
      force: options.force,
    })
    const data = { file: options.file, ...written } as unknown as JsonObject
    const { namesOnlyWarning, versionSentence } = await import('./lock-text.ts')
    if (written.names_only) ctx.warn(namesOnlyWarning)
    if (written.effect !== 'refused') return data
    return ctx.fail('VERSION_TOO_LOW', versionSentence(written), {
      data,
      suggestion:
        'Raise the version of the tool, declare the change in the lock file, or use --force',
    })
  },
})
