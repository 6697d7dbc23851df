import { oneLine } from '@surety/internal/visible-text.ts'
import { createScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { cutTo, widthOf } from '../terminal/text-width.ts'
import { durationText } from '../terminal/cell.ts'

export interface ProgressOptions extends ScreenOptions {
  readonly write: (text: string) => void
  readonly monotonic: () => number
}

export type ProgressDisplay = ReturnType<typeof createProgress>

type Amount = { readonly done: number; readonly total: number }

const FRAME_MS = 80
/** The delay before the first drawing, so that short commands do not flicker. */
const START_DELAY_MS = 120
// The cursor stays visible, because a killed process could not show it again.
const CLEAR_LINE = '\r\u001b[2K'

/** Makes a display for a terminal: a spinner, a bar once a total is known, and a line for each completed step. */
export function createProgress(options: ProgressOptions) {
  const { write, monotonic } = options
  const screen = createScreen({ ...options, columns: options.columns || 80 })
  const { paint, glyphs } = screen
  const start = monotonic()
  let message = ''
  let at: Amount | undefined
  let frame = 0
  let isDrawn = false
  let timer: NodeJS.Timeout | undefined
  const clear = () => {
    if (isDrawn) write(CLEAR_LINE)
  }
  const draw = () => {
    const elapsedMs = monotonic() - start
    if (elapsedMs < START_DELAY_MS) return
    write(CLEAR_LINE + progressLine({ message, ...at, elapsedMs, frame: frame++ }, screen))
    isDrawn = true
  }
  const print = (line: string) => {
    clear()
    write(`${line}\n`)
    if (timer !== undefined) draw()
  }
  return {
    /** Shows the current activity, and optionally its progress. */
    update(next: string, progress?: Amount): void {
      message = next
      at = progress
      if (timer === undefined) {
        timer = setInterval(draw, FRAME_MS)
        // Progress alone must not keep a finished program alive.
        timer.unref()
      }
    },
    /** Marks a step as completed; its line stays. */
    step: (name: string) => print(`${paint.green(glyphs.tick)} ${oneLine(name)}`),
    /** Prints a line above the progress line, for logs and warnings. */
    log: print,
    /** Removes the progress line; call it before anything else is printed. */
    stop(): void {
      clearInterval(timer)
      timer = undefined
      clear()
      isDrawn = false
    },
  }
}
export function progressLine(
  state: {
    readonly message: string
    readonly done?: number | undefined
    readonly total?: number | undefined
    readonly elapsedMs: number
    readonly frame: number
  },
  screen: Screen,
): string {
  const { paint, glyphs } = screen
  const spinner = glyphs.spinner[state.frame % glyphs.spinner.length]!
  const time =
    state.elapsedMs >= 2000 ? ` ${durationText(Math.floor(state.elapsedMs / 1000) * 1000)}` : ''
  const total = state.total ?? 0
  if (total <= 0) {
    const text = fitted(oneLine(state.message), widthOf(spinner + time) + 1, screen)
    return `${paint.cyan(spinner)} ${text}${paint.dim(time)}`
  }
  const done = Math.min(Math.max(0, state.done ?? 0), total)
  const pace = isNarrow(screen) ? '' : paceText(done, total, state.elapsedMs)
  const count = ` ${done}/${total} ${Math.floor((done / total) * 100)}%${pace}`
  // The name of what runs says more than a long bar.
  const size = isNarrow(screen, 90) ? 10 : 24
  const filled = Math.round((done / total) * size)
  const bar = paint.green(glyphs.bar.repeat(filled)) + paint.dim(glyphs.rest.repeat(size - filled))
  const text = fitted(oneLine(state.message), size + widthOf(spinner + count + time) + 2, screen)
  return `${paint.cyan(spinner)} ${text} ${bar}${count}${paint.dim(time)}`
}

function isNarrow({ columns }: Screen, least = 60): boolean {
  return columns > 0 && columns < least
}

/** Says how fast it goes and how long it will take, once that can be told. */
function paceText(done: number, total: number, elapsedMs: number): string {
  if (elapsedMs < 2000 || done === 0 || done === total) return ''
  const perSecond = done / (elapsedMs / 1000)
  const rate = perSecond >= 1 ? `${Math.round(perSecond)}/s` : `${Math.round(perSecond * 60)}/min`
  const left = Math.ceil(((elapsedMs / done) * (total - done)) / 1000) * 1000
  return `, ${rate}, ${durationText(left)} left`
}

function fitted(text: string, used: number, { columns, glyphs }: Screen): string {
  // One column is left free: writing the last one would wrap the line on some terminals.
  return columns === 0 ? text : cutTo(text, Math.max(1, columns - used - 1), glyphs.ellipsis)
}
