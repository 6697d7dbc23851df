import { groupBy } from '@surety/internal/group-by.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import {
  createScreen,
  indented,
  narrowed,
  type Screen,
  type ScreenOptions,
} from '../human/terminal/screen.ts'
import { hanging, padTo, widthOf, wrapTo } from '../human/terminal/text-width.ts'

/** An argument, which has a name, or an option, which has flags. */
export interface PageParameter {
  readonly name?: string
  readonly variadic?: boolean
  /** All spellings, short ones first: `['-l', '--limit']`. */
  readonly flags?: readonly string[]
  /** The placeholder of its value, without brackets: `n`. Left out for switches. */
  readonly value?: string
  readonly repeatable?: boolean
  readonly env?: string
  /** How it depends on other options: `needs --user`. */
  readonly notes?: readonly string[]
  /** Heading to list it under; default "Options". */
  readonly group?: string
  readonly description?: string
  readonly required?: boolean
  readonly default?: string
  readonly choices?: readonly string[]
  readonly deprecated?: string
  /** Whether people do without it, so that only the whole page lists it. */
  readonly isForAgents?: boolean
}

export interface PageExit {
  readonly number: number
  /** The word of the contract for it; other dialects have none. */
  readonly name?: string
  /** The error codes that callers read with it. */
  readonly codes?: readonly string[]
  readonly description?: string
}

export interface PageCommand {
  readonly name: string
  readonly description?: string
  readonly aliases?: readonly string[]
  readonly danger?: Page['danger']
  /** Heading to list it under; default "Commands". */
  readonly section?: string
}

/** A page of help: what of a tool it shows. */
export interface Page {
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
  readonly arguments?: readonly PageParameter[]
  readonly options?: readonly PageParameter[]
  readonly globalOptions?: readonly PageParameter[]
  readonly commands?: readonly PageCommand[]
  readonly examples?: readonly { readonly command: string; readonly description?: string }[]
  readonly exitCodes?: readonly PageExit[]
  /** Environment variables that belong to no single option. */
  readonly environment?: readonly { readonly name: string; readonly description: string }[]
  readonly deprecated?: string
  /** Lines at the end, for instance where to read more. */
  readonly footer?: readonly string[]
}

/** An entry of a section: a term, its description, and facts about it. */
interface Entry {
  readonly term: string
  readonly description?: string
  readonly facts?: readonly string[]
  readonly badge?: string
}

/** Writes a page for people, or all of it. */
export function renderPage(given: Page, options: ScreenOptions, isAll = false): string {
  const screen = createScreen(options)
  const { paint } = screen
  const page = isAll ? given : forPeople(given)
  const { options: own = [], globalOptions = [] } = page
  const hasShort = [...own, ...globalOptions].some(({ flags = [] }) => flags.some(isShort))
  const list = (entries: readonly Entry[] = [], aligned = entries) =>
    entryLines(entries, narrowed(screen, 2), aligned)
  const optionList = (each: readonly PageParameter[]) =>
    list(each.map((option) => optionEntry(option, hasShort)))
  const commands = (page.commands ?? []).map((command) => commandEntry(command, screen))
  const headed = underHeadings(commands, 'Commands', ({ section }) => section)
  const isLong = !isAll && commands.length > MAX_COMMANDS
  const [shown, hidden] = isLong ? [headed.slice(0, 1), headed.slice(1)] : [headed, []]
  const more = hidden.flatMap(([, each]) => each.map(({ term }) => term)).join(', ')
  const footer = [...(more === '' ? [] : [`More (--help --all): ${more}`]), ...(page.footer ?? [])]
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Usage', usageOf(page).flatMap((line) => usageLines(line, screen))],
    ...shown.map(([title, each]) => [title, list(each, isLong ? each : commands)] as const),
    ['Arguments', list(page.arguments?.map(argumentEntry))],
    ...underHeadings(own, 'Options', ({ group }) => group).map(
      ([title, each]) => [title, optionList(each)] as const,
    ),
    ['Global options', optionList(globalOptions)],
    ['Environment', list(page.environment?.map((each) => ({ ...each, term: each.name })))],
    ['Examples', exampleLines(page, screen)],
    ['Exit codes', list(exitEntries(page))],
  ]
  const blocks = [
    headOf(page, screen),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => [paint.bold(paint.underline(title)), ...indented(lines, 2)]),
    footer.flatMap((line) => wrapTo(oneLine(line), screen.columns)).map(paint.dim),
  ]
  const filled = blocks.filter((lines) => lines.length > 0)
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** The most commands that a page lists with their descriptions, if the first of several headings says how to start. */
const MAX_COMMANDS = 12

/** Leaves out what only agents need to know. */
function forPeople({ danger, options, ...page }: Page): Page {
  return {
    ...page,
    ...(danger === 'destructive' && { danger }),
    ...(options && { options: options.filter(({ isForAgents }) => !isForAgents) }),
  }
}

/** Sorts a list under headings; entries without one come first. */
function underHeadings<T>(
  list: readonly T[],
  usual: string,
  headingOf: (entry: T) => string | undefined,
): readonly (readonly [heading: string, entries: readonly T[]])[] {
  const sorted = list.toSorted((a, b) => Number(!headingOf(b)) - Number(!headingOf(a)))
  return [...groupBy(sorted, (entry) => headingOf(entry) ?? usual)]
}

/** Writes how a command is called. */
export function usageOf(page: Page): readonly string[] {
  const { name, calledAs = name, path, commands = [], options = [], globalOptions = [] } = page
  if (page.usage !== undefined) return page.usage
  const required = options.filter((option) => option.required)
  const isOptional = options.length > required.length || globalOptions.length > 0
  const words = [
    calledAs,
    ...path,
    ...(commands.length > 0 ? ['<command>'] : []),
    ...required.map((option) => option.flags!.at(-1)! + placeholder(option)),
    ...(isOptional ? ['[options]'] : []),
    ...(page.arguments ?? []).map(argumentText),
  ]
  return [words.join(' ')]
}

/** Writes what an option takes: a few choices themselves, else a word for the value. */
function placeholder({ value, choices = [] }: PageParameter): string {
  if (value === undefined) return ''
  return ` <${isFew(choices) ? choices.join('|') : value}>`
}

/** Tests for choices that fit beside the name of an option. */
function isFew(choices: readonly string[]): boolean {
  return choices.length > 0 && choices.join('|').length <= 20
}

function headOf({ name, path, ...page }: Page, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const title = [name, ...path].map(oneLine).join(' ')
  const version = page.version !== undefined && path.length === 0 ? ` ${page.version}` : ''
  const head = paint.bold(title) + paint.dim(version) + badge(page.danger, screen)
  const summary = visibleText(page.summary, '\n')
  const lines = [head, ...(summary === '' ? [] : wrapTo(summary, screen.columns))]
  if (page.deprecated === undefined) return lines
  const text = `${glyphs.warning} Deprecated: ${oneLine(page.deprecated)}`
  const [first = '', ...more] = wrapTo(text, screen.columns)
  return [...lines, first.replace(glyphs.warning, paint.yellow), ...more]
}

function usageLines(line: string, screen: Screen): string[] {
  const { paint } = screen
  return wrapTo(oneLine(line), narrowed(screen, 6).columns).map((part, at) => {
    const painted = part.replaceAll(/<[^<>]+>|\[[^[\]]+\]/g, (word) => paint.dim(word))
    return at === 0 ? `${paint.dim('$')} ${painted}` : `    ${painted}`
  })
}

/** The widest term that has its description on the same line. */
const MAX_TERM = 32

/** Lists entries below each other; `aligned` are those whose descriptions begin in the same column. */
function entryLines(
  entries: readonly Entry[],
  screen: Screen,
  aligned: readonly Entry[],
): string[] {
  const { paint, columns } = screen
  const limit = columns === 0 ? MAX_TERM : Math.min(MAX_TERM, Math.floor(columns * 0.45))
  const widths = aligned.map(({ term }) => widthOf(oneLine(term)))
  const left = Math.max(1, ...widths.filter((width) => width <= limit))
  const isNarrow = columns > 0 && columns - left - 2 < 24
  const indent = isNarrow ? 4 : left + 2
  const { columns: room } = narrowed(screen, indent)
  return entries.flatMap(({ facts = [], badge: mark = '', description = '', ...entry }) => {
    const term = oneLine(entry.term)
    const said = facts.map(oneLine).join(' ')
    const lines = wrapTo(oneLine(description), room).filter((line) => line !== '')
    if (said !== '') addTo(lines, ` ${paint.dim(said)}`, wrapTo(said, room).map(paint.dim), room)
    if (mark !== '') addTo(lines, mark, [mark.trimStart()], room)
    if (isNarrow || widthOf(term) > left)
      return [paint.cyan(isNarrow ? term.trimStart() : term), ...indented(lines, indent)]
    if (lines.length === 0) return [paint.cyan(term)]
    return hanging(`${padTo(paint.cyan(term), left)}  `, lines)
  })
}

/** Adds a text to the last line of the description if it fits, otherwise the lines below it. */
function addTo(lines: string[], text: string, below: readonly string[], columns: number): void {
  const last = lines.at(-1)
  if (last !== undefined && (columns === 0 || widthOf(last) + widthOf(text) <= columns))
    lines[lines.length - 1] = last + text
  else lines.push(...below)
}

function commandEntry(
  { name, aliases = [], danger, ...command }: PageCommand,
  screen: Screen,
): Entry & Pick<PageCommand, 'section'> {
  const mark = danger === 'destructive' ? badge(danger, screen) : ''
  return { ...command, term: [name, ...aliases].join(', '), badge: mark }
}

function argumentEntry(argument: PageParameter): Entry {
  return { ...argument, term: argumentText(argument), facts: factsOf(argument) }
}

function argumentText({ name, required, variadic }: PageParameter): string {
  const text = `${name}${variadic ? '...' : ''}`
  return required === false ? `[${text}]` : `<${text}>`
}

function optionEntry(option: PageParameter, hasShort: boolean): Entry {
  const { flags = [] } = option
  const short = flags.filter(isShort)
  const [long, ...more] = flags.filter((flag) => !isShort(flag))
  // The way to turn a switch off is what a reader of its line looks for.
  const isOff = (flag: string) => flag === `--no-${long?.slice(2)}`
  const aliases = more.filter((flag) => !isOff(flag))
  const names = [...short, ...(long === undefined ? [] : [long]), ...more.filter(isOff)]
  const space = hasShort && short.length === 0 ? '    ' : ''
  const others = aliases.length === 0 ? [] : [`[also: ${aliases.join(', ')}]`]
  const term = space + names.join(', ') + placeholder(option)
  return { ...option, term, facts: [...factsOf(option), ...others] }
}

function factsOf({ choices = [], notes = [], ...facts }: PageParameter): readonly string[] {
  const fact = (name: string, value: string | undefined) => (value ? [`[${name}${value}]`] : [])
  return [
    ...(facts.flags && facts.required ? ['(required)'] : []),
    ...(facts.repeatable ? ['(repeatable)'] : []),
    ...(facts.flags && isFew(choices) ? [] : fact('', choices.join(', '))),
    ...fact('default: ', facts.default),
    ...fact('env: ', facts.env),
    ...notes.map((note) => `[${note}]`),
    ...fact('deprecated: ', facts.deprecated),
  ]
}

function exampleLines({ examples = [] }: Page, screen: Screen): string[] {
  const { paint } = screen
  return examples.flatMap(({ command, description }, at) => [
    ...(at > 0 && description !== undefined ? [''] : []),
    ...wrapTo(oneLine(description ?? ''), narrowed(screen, 4).columns)
      .filter((line) => line !== '')
      .map((line) => paint.dim(`# ${line}`)),
    `${paint.dim('$')} ${oneLine(command)}`,
  ])
}

/** Lists exits by number; neighbours that say the same are one: a command that passes exits on has many. */
function exitEntries({ exitCodes = [] }: Page): readonly Entry[] {
  const runs: { exit: PageExit; last: number }[] = []
  for (const exit of exitCodes.toSorted((one, other) => one.number - other.number)) {
    const before = runs.at(-1)
    const isSame = before?.exit.description === exit.description && exit.codes === undefined
    if (before && isSame && exit.description !== undefined) before.last = exit.number
    else runs.push({ exit, last: exit.number })
  }
  const texts = runs.map(({ exit: { number }, last }) =>
    last === number ? `${number}` : `${number}-${last}`,
  )
  const digits = Math.max(0, ...texts.map(({ length }) => length))
  return runs.map(({ exit: { name = '', codes = [], number, ...exit }, last }, at) => ({
    ...exit,
    term: `${texts[at]!.padStart(digits)} ${last === number ? name : ''}`.trimEnd(),
    facts: codes.length > 0 ? [`[${codes.join(', ')}]`] : [],
  }))
}

function badge(danger: Page['danger'], { paint }: Screen): string {
  if (danger === 'destructive') return `  ${paint.red('destructive')}`
  return danger === 'mutating' ? `  ${paint.magenta('mutating')}` : ''
}

function isShort(flag: string): boolean {
  return /^-[^-]/.test(flag)
}
