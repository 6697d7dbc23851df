import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { isCommonExit, tablesOf } from '../declare/exits/exit-table.ts'
import { particularFlags } from '../declare/framework-flags.ts'
import { findMember } from '../declare/command-tree.ts'
import { readyFor, type Param } from '../line/params.ts'
import type { Run } from '../run/run-state.ts'
import type { Page, PageExit } from './page.ts'
import { shownOptions, shownParameter, shownParams } from './parameters.ts'

/** Makes the page of a command. */
export async function commandPage(
  run: Run,
  path: readonly string[],
  command: Command,
): Promise<Page> {
  const { cli, output } = run
  const { name, version, globals, commands } = cli.declaration
  const { declaration } = command
  const { danger, deprecated, filter } = declaration
  const isBuiltin = !path[0] || !findMember(commands, path[0])
  await readyFor(declaration.args, declaration.options, declaration.env)
  const args = shownParams('args', declaration.args)
  const options = shownParams('options', declaration.options)
  const flags = shownParams('flags', particularFlags(cli, declaration))
  const isRelated = ({ def }: Param) => (def.requires ?? def.conflicts) !== undefined
  const inputs = [...args, ...options]
  const notes = inputs.some(isRelated)
    ? (await import('./manifest/option-relations.ts')).relationNotes(inputs)
    : null
  const streams = filter === 'by-default' && output.endsStreams
  return given({
    name,
    calledAs: quoteWords(callWords(cli)),
    version,
    path,
    summary: declaration.description ?? '',
    danger,
    arguments: args.map((each) => shownParameter(each)),
    options: [
      ...options.map((each) => shownParameter(each, notes?.get(each.name) ?? [])),
      ...flags.map((each) => ({
        ...shownParameter(each, []),
        ...(FOR_AGENTS.test(each.name) && { isForAgents: true }),
      })),
    ],
    globalOptions: await shownOptions('globals', globals),
    examples: declaration.examples,
    exitCodes: await particularExits(run, command, isBuiltin),
    environment: shownParams('env', declaration.env).map((each) => ({
      name: each.name,
      description: each.def.description ?? '',
    })),
    deprecated: typeof deprecated === 'object' ? deprecated.message : deprecated,
    footer: streams ? [STREAMS] : [],
  })
}

const STREAMS = 'Streams (streaming_default); --format json for one envelope'

/** Flags that save programs a call or a question; people have no use for them. */
const FOR_AGENTS = /^(?:idempotency-key|etag)$/

/** Lists the exits of a command that not every command has. */
async function particularExits(
  run: Run,
  command: Command,
  isBuiltin: boolean,
): Promise<readonly PageExit[]> {
  const { exits, errors } = tablesOf(run.cli, command)
  const shown = Object.values(exits).filter(
    ({ name, description }) => description !== '' || !isCommonExit(name),
  )
  // A success alone says nothing that is particular to the command.
  if (shown.every(({ name }) => name === 'SUCCESS')) return []
  return (await import('./page-exits.ts')).pageExits(run, shown, errors, isBuiltin)
}
