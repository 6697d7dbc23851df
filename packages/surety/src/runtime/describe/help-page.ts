import { traitsOf } from '../../dialects/wires.ts'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import { isCommand } from '../declare/command.ts'
import { factsOf, type Members } from '../declare/groups/group.ts'
import { screenOf } from '../output/screen-of.ts'
import { unfitInMember } from '../declare/guard.ts'
import { findMember, loadMember } from '../route/command-tree.ts'
import type { RunEnd, UnfinishedOutcome } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { builtinsOf, usefulBuiltins } from './builtins/index.ts'
import { commandPage, optionsOf } from './command-page.ts'
import { pageData } from './page-data.ts'
import { renderPage, usageOf, type Page } from './page.ts'

/** Answers a request for help; `rest` is the arguments of a call without a command. */
export async function helpEnd(
  run: Run,
  path: readonly string[],
  rest: readonly string[] = [],
): Promise<RunEnd> {
  if (rest.length > 0) {
    const end = await (await import('./group-flags.ts')).groupFlagsEnd(run, path, rest)
    if (end) return end
  }
  const page = await pageOf(run, path)
  const text = renderPage(page, screenOf(run))
  const { dialect } = run.output
  if (traitsOf(dialect).marksHelp) return { kind: 'help', text, outcome: helpMarker(path) }
  return { kind: 'text', text, data: pageData(page), type: 'help' }
}

/** Makes the marker that stdout gets instead of the help text (REQ-F-048). */
function helpMarker(path: readonly string[]): UnfinishedOutcome {
  const schema_ref = [...path, '--schema'].join(' ')
  return {
    data: { help: true, command: path.join(' '), schema_ref },
    failure: null,
    type: 'help',
    meta: { help: true, schema_ref },
  }
}

async function pageOf(run: Run, path: readonly string[]): Promise<Page> {
  const { cli } = run
  const { name, version, description, commands, examples, globals } = cli.declaration
  const builtins = builtinsOf(cli, run.output.dialect)
  const builtInLine = `Built in: ${usefulBuiltins(cli, builtins).join(', ')}`
  if (cli.root && path.length === 0) {
    const page = await commandPage(run, path, cli.root, '')
    return { ...page, footer: [builtInLine, optionsLine(cli)] }
  }
  let members: Members = commands
  let summary = description
  let fallback: string | undefined
  for (const [index, word] of path.entries()) {
    const found = findMember(members, word) ?? (index === 0 ? findMember(builtins, word) : null)
    if (!found) {
      if (path.length === 1 && word === optionsTopic(cli))
        return (await import('./options-page.ts')).optionsPage(run)
      const useful = index === 0 ? usefulBuiltins(cli, builtins) : []
      const siblings = [...listed(members).map((member) => member.name), ...useful]
      const rest = [...path.slice(index + 1), '--help']
      const { explainUnknown } = await import('../route/routing-errors.ts')
      const known = path.slice(0, index)
      throw await explainUnknown(run, { kind: 'unknown', path: known, word, siblings, rest })
    }
    const loaded = await loadMember(path.slice(0, index + 1), found.member)
    if (isCommand(loaded)) return commandPage(run, path, loaded, optionsLine(cli))
    summary = factsOf(found.member).description ?? loaded.description ?? ''
    members = loaded.commands
    fallback = loaded.default
  }
  const page: Page = {
    name,
    calledAs: quoteWords(callWords(cli)),
    version,
    path,
    summary,
    commands: listed(members),
    ...(path.length === 0 && examples && { examples }),
    ...(globals && { globalOptions: optionsOf(globals) }),
    footer: [
      ...(path.length === 0 ? [builtInLine] : []),
      `Options of a command: ${quoteWords([...callWords(cli), ...path])} <command> --help`,
      optionsLine(cli),
    ],
  }
  const usual = fallback === undefined ? undefined : findMember(members, fallback)?.member
  if (usual === undefined) return page
  // A group that runs a command of its own accord is called without its word.
  const command = await loadMember([...path, fallback!], usual)
  if (!isCommand(command)) return page
  const short = await commandPage(run, path, command, '')
  return { ...page, usage: [...usageOf(short), ...usageOf(page)] }
}

/** Names the page about global options; a command of the author keeps its own page. */
function optionsTopic({ declaration: { commands } }: Cli): string {
  return findMember(commands, 'options') ? 'global-options' : 'options'
}

function optionsLine(cli: Cli): string {
  return `Options of every command: ${quoteWords(callWords(cli))} help ${optionsTopic(cli)}`
}

function listed(members: Members): NonNullable<Page['commands']> {
  return Object.entries(members)
    .filter(([, member]) => unfitInMember(member) === null)
    .map(([name, member]) => ({ name, ...factsOf(member) }))
    .filter(({ hidden }) => !hidden)
    .map(({ name, description = '', aliases = [], danger, section }) =>
      given({ name, description, aliases, danger, section }),
    )
}
