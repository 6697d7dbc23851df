import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import { given } from '@surety/internal/given.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords, type Cli } from '../declare/cli.ts'
import { isCommand, type Command } from '../declare/command.ts'
import { unfitInCommand, unfitInMember } from '../declare/guard.ts'
import { factsOf, findMember, loadMember, walkTree } from '../declare/command-tree.ts'
import type { Members } from '../declare/types/member-tree.ts'
import { screenOf } from '../output/screen-of.ts'
import { hasFlag, type Found } from '../line/read.ts'
import type { RunEnd, UnfinishedOutcome } from '../run/ending/run-end.ts'
import { warn, type Run } from '../run/run-state.ts'
import { builtinsOf, usefulBuiltins } from './builtins/index.ts'
import { commandPage } from './command-page.ts'
import { renderPage, usageOf, type Page, type PageCommand, type PageParameter } from './page.ts'
import { shownOptions } from './parameters.ts'

/** Answers a line that ends at a group or names nothing: with the version, with help, or with its flags. */
export async function endOfGroup(
  run: Run,
  { path, rest }: Extract<Found, { kind: 'group' }>,
): Promise<RunEnd> {
  const { cli, line } = run
  if (path.length === 0 && hasFlag(line, '--version', '-V')) {
    const { name, version } = cli.declaration
    const text = `${name} ${version}`
    return { kind: 'text', text, data: { name, version }, type: 'version' }
  }
  run.path = path
  // A request for help never fails, whatever the other arguments are.
  if (hasFlag(line, '--help', '-h')) return showHelp(run, path)
  if (cli.requiresCommand && !hasFlag(line, '--schema', '--llms'))
    throw (await import('../input/lost.ts')).missingCommand(run)
  return showHelp(run, path, null, rest)
}

/** Shows help. A command that is declared wrongly has no page; on all others a warning names it. */
export async function showHelp(
  run: Run,
  path: readonly string[],
  command: Command | null = null,
  rest?: readonly string[],
): Promise<RunEnd> {
  await tellMistakes(run, path, command)
  return helpEnd(run, path, rest)
}

/**
 * Warns of commands that are declared wrongly: all others can be called. Programs are told what the guard refuses, a
 * person at a terminal, who may be the author, all that is wrong.
 */
export async function tellMistakes(
  run: Run,
  path: readonly string[] = [],
  command: Command | null = null,
): Promise<void> {
  const { cli, warnings, world } = run
  const tell = (text: string): void => {
    if (!warnings.some((said) => said.text === text)) warn(run, text)
  }
  if (world.isStdoutTty) {
    const { judge } = await import('../declare/check/judge.ts')
    if (command) judge(cli, path, command, tell)
    return judge(cli, [], null, tell)
  }
  const wrong = () => import('../declare/wrong-declaration.ts')
  if (command && unfitInCommand(command) !== null)
    throw (await wrong()).unfitDeclaration(cli, command, path)
  for (const node of walkTree(cli.declaration.commands)) {
    if (unfitInMember(node.member) === null) continue
    const { message } = (await wrong()).memberFault(cli, node.member, node.path)
    tell(`A command is declared wrongly: ${message}`)
  }
}

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
  const isAll = hasFlag(run.line, '--all')
  const short = await pageOf(run, path)
  const page = isAll
    ? await (await import('./every-command.ts')).withEveryOption(run, short)
    : { ...short, footer: [...(short.footer ?? []), forAgents(run.cli, path)] }
  const text = renderPage(page, screenOf(run), isAll)
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
  const { name, version, description, commands, globals } = cli.declaration
  const builtins = builtinsOf(cli, run.output.dialect)
  const builtIn = usefulBuiltins(cli, builtins)
  const builtInLine = `Built in: ${builtIn.join(', ')}`
  if (cli.root && path.length === 0)
    return { ...(await commandPage(run, path, cli.root)), footer: [builtInLine] }
  let members: Members = commands
  let summary = description
  let fallback: string | undefined
  for (const [index, word] of path.entries()) {
    const found = findMember(members, word) ?? (index === 0 ? findMember(builtins, word) : null)
    if (!found) {
      const siblings = [
        ...listed(members).map((member) => member.name),
        ...(index === 0 ? builtIn : []),
      ]
      const rest = [...path.slice(index + 1), '--help']
      const { explainUnknown } = await import('../input/lost.ts')
      const known = path.slice(0, index)
      throw await explainUnknown(run, { kind: 'none', path: known, word, at: -1, siblings, rest })
    }
    const loaded = await loadMember(path.slice(0, index + 1), found.member)
    if (isCommand(loaded)) return commandPage(run, path, loaded)
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
    ...(globals && { globalOptions: await shownOptions('globals', globals) }),
    footer: [
      ...(path.length === 0 ? [builtInLine] : []),
      `Options of a command: ${quoteWords([...callWords(cli), ...path])} <command> --help`,
    ],
  }
  const usual = fallback === undefined ? undefined : findMember(members, fallback)?.member
  if (usual === undefined) return page
  // A group that runs a command of its own accord is called without its word.
  const command = await loadMember([...path, fallback!], usual)
  if (!isCommand(command)) return page
  return { ...page, usage: [...usageOf(await commandPage(run, path, command)), ...usageOf(page)] }
}

function forAgents(cli: Cli, path: readonly string[]): string {
  return `For agents: ${quoteWords([...callWords(cli), ...path, '--help', '--all'])}`
}

function listed(members: Members): readonly PageCommand[] {
  return Object.entries(members)
    .filter(([, member]) => unfitInMember(member) === null)
    .map(([name, member]) => ({ name, ...factsOf(member) }))
    .filter(({ hidden }) => !hidden)
    .map(({ name, description = '', aliases = [], danger, section }) =>
      given({ name, description, aliases, danger, section }),
    )
}

/** Turns a help page into data, for callers that ask for a format. */
function pageData(page: Page): JsonObject {
  const { name, path, summary, danger, deprecated } = page
  const lists = {
    arguments: page.arguments?.map(ofParameter),
    options: page.options?.map(ofParameter),
    global_options: page.globalOptions?.map(ofParameter),
    commands: page.commands?.map(({ name: word, description }) => ({ name: word, description })),
    environment: page.environment,
    examples: page.examples,
    exit_codes: page.exitCodes,
    more: page.footer,
  }
  return {
    command: [name, ...path].join(' '),
    description: summary,
    usage: usageOf(page).join('\n'),
    ...(danger !== undefined && { danger_level: danger }),
    ...(deprecated !== undefined && { deprecated }),
    ...(Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0),
    ) as Record<string, JsonValue>),
  }
}

/** Keeps the facts that say something: no empty list, nothing that is not required. */
function ofParameter(parameter: PageParameter): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(
      ([name, fact]) =>
        name !== 'isForAgents' &&
        fact !== undefined &&
        fact !== false &&
        !(Array.isArray(fact) && !fact.length),
    ),
  )
}
