import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import {
  createScreen,
  indented,
  narrowed,
  type Screen,
  type ScreenOptions,
} from './terminal/screen.ts'
import { hanging, padTo, widthOf, wrapTo } from './terminal/text-width.ts'

interface HelpParameter {
  readonly description?: string
  readonly required?: boolean
  readonly default?: string
  readonly choices?: readonly string[]
  readonly deprecated?: string
}

export interface HelpArgument extends HelpParameter {
  readonly name: string
  readonly variadic?: boolean
}

export interface HelpOption extends HelpParameter {
  /** All spellings, short ones first: `['-l', '--limit']`. */
  readonly flags: readonly string[]
  /** The placeholder of its value, without brackets: `n`. Left out for switches. */
  readonly value?: string
  readonly repeatable?: boolean
  readonly env?: string
  /** How it depends on other options: `needs --user`. */
  readonly notes?: readonly string[]
  /** Heading to list it under; default "Options". */
  readonly group?: string
}

export interface HelpExitCode {
  readonly number: number
  /** The word of the contract for it; other dialects have none. */
  readonly name?: string
  /** The error codes that callers read with it. */
  readonly codes?: readonly string[]
  readonly description?: string
}

export interface HelpModel {
  readonly name: string
  /** What the command lines start with; default the name. */
  readonly calledAs?: string
  readonly version?: string
  /** The command path without the tool's name; empty at the root. */
  readonly path: readonly string[]
  readonly summary: string
  /** The usage lines with the tool's name; built from arguments and options by default. */
  readonly usage?: readonly string[]
  readonly danger?: 'safe' | 'mutating' | 'destructive'
  readonly arguments?: readonly HelpArgument[]
  readonly options?: readonly HelpOption[]
  readonly globalOptions?: readonly HelpOption[]
  readonly commands?: readonly {
    readonly name: string
    readonly description?: string
    readonly aliases?: readonly string[]
    readonly danger?: HelpModel['danger']
    /** Heading to list it under; default "Commands". */
    readonly section?: string
  }[]
  readonly examples?: readonly { readonly command: string; readonly description?: string }[]
  readonly exitCodes?: readonly HelpExitCode[]
  /** Environment variables that belong to no single option. */
  readonly environment?: readonly { readonly name: string; readonly description: string }[]
  readonly deprecated?: string
  /** Lines at the end, for instance where to read more. */
  readonly footer?: readonly string[]
}

/** An entry of a help section: a term, its description, and facts about it. */
interface Entry {
  readonly term: string
  readonly description?: string
  readonly facts?: readonly string[]
  readonly badge?: string
}

/** The widest term that has its description on the same line. */
const MAX_TERM = 32

export function renderHelp(model: HelpModel, options: ScreenOptions): string {
  const screen = createScreen(options)
  const { paint } = screen
  const aligned = [...(model.options ?? []), ...(model.globalOptions ?? [])]
  const hasShort = aligned.some(({ flags }) => flags.some(isShort))
  const list = (entries: readonly Entry[] = [], aligned = entries) =>
    renderEntries(entries, narrowed(screen, 2), aligned)
  const optionList = (each: readonly HelpOption[] = []) =>
    list(each.map((option) => optionEntry(option, hasShort)))
  const groups = underHeadings(model.options, 'Options', 'group')
  const commands = (model.commands ?? []).map((command) => commandEntry(command, screen))
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Usage', usageOf(model).flatMap((line) => usageLines(line, screen))],
    ...underHeadings(commands, 'Commands', 'section').map(
      ([title, each]) => [title, list(each, commands)] as const,
    ),
    ['Arguments', list(model.arguments?.map(argumentEntry))],
    ...groups.map(([title, each]) => [title, optionList(each)] as const),
    ['Global options', optionList(model.globalOptions)],
    ['Environment', list(model.environment?.map((each) => ({ ...each, term: each.name })))],
    ['Examples', exampleLines(model, screen)],
    ['Exit codes', exitLines(model, narrowed(screen, 2))],
  ]
  const footer = (model.footer ?? []).flatMap((line) => wrapTo(oneLine(line), screen.columns))
  const blocks = [
    headOf(model, screen),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => [paint.bold(paint.underline(title)), ...indented(lines, 2)]),
    footer.map(paint.dim),
  ]
  const filled = blocks.filter((lines) => lines.length > 0)
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** Sorts a list under the headings that a member of its entries names; those without one come first. */
function underHeadings<Member extends string, T extends { readonly [Name in Member]?: string }>(
  list: readonly T[] = [],
  usual: string,
  member: Member,
): readonly (readonly [heading: string, entries: readonly T[]])[] {
  const sorted = list.toSorted((a, b) => Number(!b[member]) - Number(!a[member]))
  return [...groupBy(sorted, (entry) => entry[member] ?? usual)]
}

export function usageOf(model: HelpModel): readonly string[] {
  if (model.usage !== undefined) return model.usage
  const words = [model.calledAs ?? model.name, ...model.path]
  if ((model.commands ?? []).length > 0) words.push('<command>')
  const required = (model.options ?? []).filter((option) => option.required)
  for (const { flags, value } of required) {
    words.push(`${flags.at(-1)}${value === undefined ? '' : ` <${value}>`}`)
  }
  const isOptional = (model.options ?? []).length > required.length || model.globalOptions?.length
  if (isOptional) words.push('[options]')
  for (const argument of model.arguments ?? []) words.push(argumentText(argument))
  return [words.join(' ')]
}

function headOf(model: HelpModel, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const title = [model.name, ...model.path].map(oneLine).join(' ')
  const version = model.version !== undefined && model.path.length === 0 ? ` ${model.version}` : ''
  const head = paint.bold(title) + paint.dim(version) + badge(model.danger, screen)
  const summary = visibleText(model.summary, '\n')
  const lines = [head, ...(summary === '' ? [] : wrapTo(summary, screen.columns))]
  if (model.deprecated !== undefined) {
    const text = `${glyphs.warning} Deprecated: ${oneLine(model.deprecated)}`
    const [first = '', ...more] = wrapTo(text, screen.columns)
    lines.push(first.replace(glyphs.warning, paint.yellow), ...more)
  }
  return lines
}

function usageLines(line: string, screen: Screen): string[] {
  const { paint } = screen
  const room = narrowed(screen, 6).columns
  return wrapTo(oneLine(line), room).map((part, at) => {
    const painted = part.replaceAll(/<[^<>]+>|\[[^[\]]+\]/g, (word) => paint.dim(word))
    return at === 0 ? `${paint.dim('$')} ${painted}` : `    ${painted}`
  })
}

/** Lists entries below each other; `aligned` are those whose descriptions begin in the same column. */
function renderEntries(
  entries: readonly Entry[],
  screen: Screen,
  aligned: readonly Entry[] = entries,
): string[] {
  const { paint, columns } = screen
  const limit = columns === 0 ? MAX_TERM : Math.min(MAX_TERM, Math.floor(columns * 0.45))
  const fitting = aligned
    .map(({ term }) => widthOf(oneLine(term)))
    .filter((width) => width <= limit)
  const left = Math.max(1, ...fitting)
  const isNarrow = columns > 0 && columns - left - 2 < 24
  const indent = isNarrow ? 4 : left + 2
  return entries.flatMap((entry) => {
    const term = oneLine(entry.term)
    const facts = (entry.facts ?? []).map(oneLine).join(' ')
    const text = oneLine(entry.description ?? '')
    const { columns: room } = narrowed(screen, indent)
    const lines = wrapTo(text, room).filter((line) => line !== '')
    if (facts !== '') addTo(lines, ` ${paint.dim(facts)}`, wrapTo(facts, room).map(paint.dim), room)
    if (entry.badge) addTo(lines, entry.badge, [entry.badge.trimStart()], room)
    const head = paint.cyan(isNarrow ? term.trimStart() : term)
    const space = ' '.repeat(indent)
    if (isNarrow || widthOf(term) > left) return [head, ...lines.map((line) => space + line)]
    if (lines.length === 0) return [head]
    return hanging(`${padTo(paint.cyan(term), left)}  `, lines)
  })
}

/** Adds a text to the last line of the description if it fits, otherwise the lines below it. */
function addTo(lines: string[], text: string, below: readonly string[], columns: number): void {
  const last = lines.at(-1)
  if (last !== undefined && (columns === 0 || widthOf(last) + widthOf(text) <= columns)) {
    lines[lines.length - 1] = last + text
  } else lines.push(...below)
}

function commandEntry(
  { name, aliases = [], danger, ...command }: NonNullable<HelpModel['commands']>[number],
  screen: Screen,
): Entry & { readonly section?: string } {
  const mark = danger === 'destructive' ? badge(danger, screen) : ''
  return { ...command, term: [name, ...aliases].join(', '), badge: mark }
}

function argumentEntry(argument: HelpArgument): Entry {
  return { ...argument, term: argumentText(argument), facts: factsOf(argument) }
}

function argumentText({ name, required, variadic }: HelpArgument): string {
  const text = `${name}${variadic ? '...' : ''}`
  return required === false ? `[${text}]` : `<${text}>`
}

function optionEntry(option: HelpOption, hasShort: boolean): Entry {
  const short = option.flags.filter(isShort)
  const [long, ...more] = option.flags.filter((flag) => !isShort(flag))
  // The way to turn a switch off is what a reader of its line looks for.
  const off = `--no-${long?.slice(2)}`
  const aliases = more.filter((flag) => flag !== off)
  const names = long === undefined ? [] : more.includes(off) ? [long, off] : [long]
  const space = hasShort && short.length === 0 ? '    ' : ''
  const value = option.value === undefined ? '' : ` <${option.value}>`
  const others = aliases.length === 0 ? [] : [`[also: ${aliases.join(', ')}]`]
  const term = space + [...short, ...names].join(', ') + value
  return { ...option, term, facts: [...factsOf(option), ...others] }
}

function factsOf(facts: Partial<HelpOption>): readonly string[] {
  const { choices = [], notes = [] } = facts
  return [
    facts.flags && facts.required && '(required)',
    facts.repeatable && '(repeatable)',
    choices.length > 0 && `[${choices.join(', ')}]`,
    facts.default && `[default: ${facts.default}]`,
    facts.env !== undefined && `[env: ${facts.env}]`,
    ...notes.map((note) => `[${note}]`),
    facts.deprecated !== undefined && `[deprecated: ${facts.deprecated}]`,
  ].filter((fact) => typeof fact === 'string' && fact !== '') as readonly string[]
}

function exampleLines({ examples = [] }: HelpModel, screen: Screen): string[] {
  const { paint } = screen
  return examples.flatMap(({ command, description }, at) => [
    ...(at > 0 && description !== undefined ? [''] : []),
    ...wrapTo(oneLine(description ?? ''), narrowed(screen, 4).columns)
      .filter((line) => line !== '')
      .map((line) => paint.dim(`# ${line}`)),
    `${paint.dim('$')} ${oneLine(command)}`,
  ])
}

function exitLines({ exitCodes = [] }: HelpModel, screen: Screen): string[] {
  const sorted = exitCodes.toSorted((one, other) => one.number - other.number)
  const runs = sameInARow(sorted)
  const digits = Math.max(0, ...runs.map((run) => rangeOf(run).length))
  return renderEntries(
    runs.map((run) => {
      const [{ name = '', codes = [], ...exit }] = run
      const names = run.length > 1 ? '' : name
      return {
        ...exit,
        term: `${rangeOf(run).padStart(digits)} ${names}`.trimEnd(),
        facts: codes.length > 0 ? [`[${codes.join(', ')}]`] : [],
      }
    }),
    screen,
  )
}

type ExitRun = readonly [HelpExitCode, ...HelpExitCode[]]

/** Puts neighbours together that say the same: a command that passes exits on has a line for each of them. */
function sameInARow(exits: readonly HelpExitCode[]): readonly ExitRun[] {
  const runs: [HelpExitCode, ...HelpExitCode[]][] = []
  for (const exit of exits) {
    const last = runs.at(-1)
    const isSame = last?.[0].description === exit.description && exit.codes === undefined
    if (last && isSame && exit.description !== undefined) last.push(exit)
    else runs.push([exit])
  }
  return runs
}

function rangeOf(run: ExitRun): string {
  const [{ number: first }] = run
  return run.length === 1 ? `${first}` : `${first}-${run.at(-1)!.number}`
}

function badge(danger: HelpModel['danger'], { paint }: Screen): string {
  if (danger === 'destructive') return `  ${paint.red('destructive')}`
  return danger === 'mutating' ? `  ${paint.magenta('mutating')}` : ''
}

function isShort(flag: string): boolean {
  return /^-[^-]/.test(flag)
}

/** Turns a help page into data, for callers that ask for a format. */
export function helpData(model: HelpModel): JsonObject {
  const { name, path, summary, danger, deprecated, footer } = model
  const lists = {
    arguments: model.arguments?.map(ofParameter),
    options: model.options?.map(ofParameter),
    global_options: model.globalOptions?.map(ofParameter),
    commands: model.commands?.map(({ name: word, description }) => ({ name: word, description })),
    environment: model.environment,
    examples: model.examples,
    exit_codes: model.exitCodes,
    more: footer,
  }
  return {
    command: [name, ...path].join(' '),
    description: summary,
    usage: usageOf(model).join('\n'),
    ...(danger !== undefined && { danger_level: danger }),
    ...(deprecated !== undefined && { deprecated }),
    ...(Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0),
    ) as Record<string, JsonValue>),
  }
}

/** Keeps the facts that say something: no empty list, nothing that is not required. */
function ofParameter(parameter: HelpArgument | HelpOption): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(
      ([, fact]) => fact !== undefined && fact !== false && !(Array.isArray(fact) && !fact.length),
    ),
  )
}
