import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type OutcomeMeta,
  succeed,
  type SuccessOutcome,
} from '../../contract/index.ts'
import { oneLine, visibleText } from '@surety/internal/visible-text.ts'
import { renderFailure } from './failure-text.ts'
import { createScreen, narrowed, type Screen, type ScreenOptions } from './terminal/screen.ts'
import { hanging, widthOf, wrapTo } from './terminal/text-width.ts'
import { cellOf, labelOf } from './terminal/cell.ts'
import { hintsOf, renderHints } from './hints.ts'
import { isTable } from './terminal/table.ts'
import { renderFields, renderValue } from './value-text.ts'

export interface HumanOptions extends ScreenOptions {
  /** The tool and the command, such as `notes ls`; the hint for the next page starts with it. */
  readonly commandPath: string
  /** How the command is called, for an error about its arguments. */
  readonly usage?: string | undefined
  /** Whether stderr shows colours, if it differs, for instance because stdout is a file. */
  readonly errorColor?: boolean
}

/** The texts for both streams; each ends in a line feed unless it is empty. Write stdout first. */
export interface HumanText {
  readonly stdout: string
  readonly stderr: string
}

/** Renders an outcome for a person: the result to stdout; warnings, hints and failures to stderr. */
export function renderHuman(outcome: Outcome, options: HumanOptions): HumanText {
  const screen = createScreen(options)
  const errorScreen = createScreen({
    ...options,
    color: options.errorColor ?? options.color ?? false,
  })
  const warnings = outcome.warnings.flatMap((warning) => renderWarning(warning, errorScreen))
  if (!outcome.ok) {
    const failure = renderFailure(outcome, errorScreen, options.usage)
    const { data } = outcome
    const stdout = data === null ? '' : blocks(renderData(succeed({ data }), screen))
    // The next failure at the terminal begins after a line.
    return { stdout, stderr: `${blocks(warnings, failure)}\n` }
  }
  const surroundings = renderSurroundings(outcome, errorScreen, visibleText(options.commandPath))
  const stdout = blocks(renderData(outcome, screen))
  const stderr = blocks(warnings, surroundings)
  return { stdout, stderr: stdout !== '' && stderr !== '' ? `\n${stderr}` : stderr }
}

export function renderWarning(warning: string, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const space = widthOf(glyphs.warning) + 1
  const lines = wrapTo(visibleText(warning, '\n'), narrowed(screen, space).columns)
  return hanging(`${paint.yellow(glyphs.warning)} `, lines)
}

function blocks(...all: readonly (readonly string[])[]): string {
  const filled = all.filter((lines) => lines.length > 0)
  return filled.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

export function renderData({ data, meta }: SuccessOutcome, screen: Screen): string[] {
  const { paint, glyphs } = screen
  if (meta.not_modified === true) {
    return [`${paint.green(glyphs.tick)} Unchanged ${paint.dim('since the version that you have')}`]
  }
  if (data === null) return []
  if (Array.isArray(data) && data.length === 0) return [paint.dim('No results.')]
  if (!isJsonObject(data)) return renderValue(data, screen)
  if (typeof data['effect'] === 'string') return renderEffect(data, data['effect'], screen)
  const members = Object.entries(data)
  if (members.length === 0) return [`${paint.green(glyphs.tick)} Done`]
  const [[key, only]] = members as [[string, JsonValue]]
  if (members.length === 1 && Array.isArray(only)) {
    if (only.length === 0) return [paint.dim(`No ${labelOf(key).toLowerCase()}.`)]
    if (isTable(only)) return renderValue(only, screen)
  }
  return renderFields(data, screen)
}

/** Renders the size of a page and the next steps of a success, for stderr. */
function renderSurroundings(
  { data, meta }: SuccessOutcome,
  screen: Screen,
  invocation: string,
): string[] {
  const { columns, paint, glyphs } = screen
  const footer = pageFooter(data, meta, invocation)
  const joined = footer.join(` ${glyphs.dot} `)
  // A command that does not fit gets a line of its own, so that it can be copied.
  const lines = columns === 0 || widthOf(joined) <= columns ? [joined] : footer
  return [
    ...lines.filter((line) => line !== '').map(paint.dim),
    ...renderHints(hintsOf(meta), screen),
  ]
}

function renderEffect(data: JsonObject, effect: string, screen: Screen): string[] {
  const { paint, glyphs } = screen
  const { effect: _effect, would_affect: affected, ...rest } = data
  const named = ['name', 'title', 'id', 'key'].find((key) => isShort(rest[key])) ?? ''
  const { [named]: name, ...others } = rest
  const subject = named && ` ${paint.bold(cellOf('', name, screen).text)}`
  const fields = renderFields(named ? others : rest, screen)
  const below = fields.length === 0 ? [] : ['', ...fields]
  if (effect.startsWith('would_')) {
    const what = oneLine(effect.slice('would_'.length).replaceAll('_', ' '))
    const head = `${paint.yellow(glyphs.preview)} Would ${what}${subject} ${paint.dim('(dry run, nothing was changed)')}`
    const impact = affected === undefined ? [] : ['', ...renderValue(affected, screen)]
    return [head, ...impact, ...below]
  }
  if (effect === 'noop') {
    const mark = paint.dim(glyphs.bullet)
    return [`${mark} Nothing to change${subject && paint.dim(':')}${subject}`, ...below]
  }
  return [`${paint.green(glyphs.tick)} ${labelOf(effect)}${subject}`, ...below]
}

function pageFooter(data: JsonValue, meta: OutcomeMeta, invocation: string): string[] {
  const page = isJsonObject(meta['pagination']) ? meta['pagination'] : meta
  const next = page['next_cursor'] ?? meta.cursor
  const total = page['total']
  const returned = page['returned'] ?? (Array.isArray(data) ? data.length : undefined)
  const hasNext = typeof next === 'string' && next !== ''
  const parts: string[] = []
  if (typeof returned === 'number' && typeof total === 'number') {
    if (hasNext || returned < total) parts.push(`${returned} of ${total}`)
  } else if (hasNext && typeof returned === 'number')
    parts.push(`${returned} shown, more available`)
  else if (meta.truncated === true) parts.push('cut to fit the output limit')
  const { rest, truncation_hint: hint } = meta
  if (hasNext) parts.push(`next: ${invocation} --cursor ${oneLine(next)}`)
  else if (rest !== undefined && typeof hint === 'string') parts.push(`rest: ${oneLine(hint)}`)
  return parts
}

function isShort(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'string' && value !== '' && value.length <= 60 && !value.includes('\n')
}
