import { resolve } from 'node:path'

import { createClient } from '../../client/index.ts'
import { given } from '../../internal/given.ts'
import { defineCommand } from '../../runtime/index.ts'
import type { AnyContext } from '../../runtime/surface.ts'
import { s } from '../../schema/index.ts'
import { count, examples, flag, lasting, text, words } from '../input/option-kinds.ts'
import { stateOptions } from '../state-folder.ts'
import { whyNoRead } from './read/known-read.ts'
import { passThroughExits, toClientOptions, toolNameProblems } from './run/call-options.ts'
import { runAsText } from './run/text-run.ts'

export const command = defineCommand({
  description: 'Runs a command only if it is known to read, and prints what it prints',
  danger: 'safe',
  exitCodes: {
    ...passThroughExits('The program ended with 0; other ends have the exit code of the program'),
    PRECONDITION: 'It is not known to only read, and was not started',
  },
  errors: {
    NOT_A_KNOWN_READ: lasting('PRECONDITION', 'The call may change something, or nobody knows'),
    NETWORK_READ: lasting('PRECONDITION', 'It reads from the network, which --network allows'),
    READ_OUTSIDE: lasting('PRECONDITION', 'It reads outside of the folder, which --outside allows'),
  },
  args: { words: words('The program and its arguments, best after --') },
  options: {
    network: flag('Allows reads from the network as well'),
    outside: flag('Allows reads outside of the folder as well'),
    timeout: s.duration().default('2m').describe('Time limit'),
    maxOutput: count('Most bytes of output, 0 for all; default 8192', 0).optional(),
    journal: s.boolean().default(true).describe('Records the call in the journal'),
    cwd: text('Folder to run the program in'),
    ...stateOptions,
  },
  examples: examples({
    'A read': 'surety read -- git log --oneline -5',
    'From the network': 'surety read --network -- git ls-remote origin',
  }),
  validate: ({ args }) => toolNameProblems(args.words),
  // The program has its own limit.
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const from = process.cwd()
    const found = await whyNoRead(args.words, {
      cwd: resolve(from, options.cwd ?? ''),
      from,
      path: processEnv['PATH'] ?? '',
      mayUseNetwork: options.network,
      mayLeave: options.outside,
    })
    if ('code' in found) return ctx.fail(found.code, found.message)
    const client = createClient({
      ...(await toClientOptions({ ...options, retries: 0, maxWait: 0 }, processEnv)),
      dialect: 'plain',
      memory: false,
    })
    const { cwd } = options
    const callOptions = given({ env: found.env, cwd })
    return runAsText(ctx as unknown as AnyContext, client, found.words, callOptions, options)
  },
})
