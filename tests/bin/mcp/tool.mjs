// A tool for MCP clients: every level of danger, commands that no client may see, and slow work.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineCli, defineCommand, s, serve } from 'surety'

const removed = []

const commands = {
  list: defineCommand({
    description: 'Lists what was removed',
    danger: 'safe',
    run: ({ globals }) => ({ removed: [...removed], zone: globals.zone }),
    globals: { zone: s.string().default('a') },
  }),
  remove: defineCommand({
    description: 'Removes a volume',
    danger: 'destructive',
    args: { volume: s.string() },
    errors: { LOCKED: { exit: 'CONFLICT', retryable: true } },
    dryRun: ({ args }) => ({ effect: 'would_delete', would_affect: [args.volume] }),
    run: ({ args, fail }) => {
      if (args.volume === 'locked')
        return fail('LOCKED', 'The volume is locked.', {
          retry_after_ms: 1500,
          suggestion: 'Wait until it is free.',
          next_steps: { action: 'wait' },
        })
      removed.push(args.volume)
      return { effect: 'deleted' }
    },
  }),
  wipe: defineCommand({
    description: 'Removes everything',
    danger: 'destructive',
    dryRun: () => ({ effect: 'would_delete', would_affect: ['everything'] }),
    run: () => {
      removed.push('everything')
      return { effect: 'deleted' }
    },
  }),
  count: defineCommand({
    description: 'Counts slowly',
    danger: 'safe',
    options: { to: s.integer().min(1).default(3), pause: s.integer().default(60) },
    run: async ({ options, progress }) => {
      for (let done = 1; done <= options.to; done += 1) {
        progress('counting', { done, total: options.to })
        if (options.pause > 0) await sleep(options.pause)
      }
      return { counted: options.to }
    },
  }),
  shell: defineCommand({
    description: 'Asks a person',
    danger: 'mutating',
    mcp: false,
    run: () => ({ effect: 'updated' }),
  }),
  secret: defineCommand({
    description: 'Is not listed',
    danger: 'safe',
    hidden: true,
    run: () => ({}),
  }),
  late: {
    description: 'Says when it is loaded',
    hidden: true,
    load: async () => {
      console.error('late was loaded')
      return commands.secret
    },
  },
}

await serve(
  defineCli({
    name: 'vol',
    version: '2.0.0',
    description: 'Manages volumes',
    globals: { zone: s.string().default('a').describe('Where the volumes are') },
    commands,
  }),
)
