// A tool that declares contract 1.16, with the kinds of commands that the contract has special rules for.
import { appendFileSync, writeSync } from 'node:fs'

import { defineCli, defineCommand, s, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done' }
const note = (text) => process.env.TRACE && appendFileSync(process.env.TRACE, text)
const change = () => {
  note('x')
  return { effect: 'deleted' }
}
const preview = () => ({ effect: 'would_delete', would_affect: { name: 'logs' } })

await serve(
  defineCli({
    name: 'special',
    version: '1.0.0',
    description: 'A tool with special commands',
    dialect: 'spec-1.16',
    timeoutMs: Number(process.env.SPECIAL_LIMIT ?? 30_000),
    commands: {
      apply: defineCommand({
        description: 'Previews until it is told to apply',
        danger: 'mutating',
        exitCodes,
        options: { really: s.boolean().default(false) },
        confirmFlag: 'really',
        dryRun: () => ({ effect: 'would_update', would_affect: { name: 'logs' } }),
        run: () => ({ ...change(), effect: 'updated' }),
      }),
      agree: defineCommand({
        description: 'Previews until the caller says yes',
        danger: 'mutating',
        exitCodes,
        confirmFlag: 'yes',
        dryRun: () => ({ effect: 'would_update', would_affect: { name: 'logs' } }),
        run: () => ({ ...change(), effect: 'updated' }),
      }),
      wipe: defineCommand({
        description: 'Previews until the loss is confirmed',
        danger: 'destructive',
        exitCodes,
        confirmFlag: 'confirmDestructive',
        dryRun: preview,
        run: change,
      }),
      approve: defineCommand({
        description: 'Approves a proposal, which only a person may do',
        danger: 'destructive',
        exitCodes: { ...exitCodes, PRECONDITION: 'A person has to do it' },
        args: { proposal: s.string() },
        interactive: true,
        mcp: false,
        requiresPerson: ({ args }) => args.proposal,
        dryRun: preview,
        run: change,
      }),
      serve: defineCommand({
        description: 'Answers each line with its length',
        danger: 'destructive',
        exitCodes,
        filter: 'protocol',
        protocol: 'line-lengths',
        async *run() {
          writeSync(2, 'ready\n')
          for await (const chunk of process.stdin) yield Buffer.from(`${chunk.length}\n`)
        },
      }),
    },
  }),
)
