import { suretyError } from '../../contract/index.ts'
import { commandName, type Run } from '../run/run-state.ts'

/** Programs that open a window and nothing else. */
const WINDOW_PROGRAMS = new Set([
  'xdg-open',
  'gnome-open',
  'kde-open',
  'kde-open5',
  'sensible-browser',
  'x-www-browser',
  'wslview',
  'notify-send',
  'zenity',
  'kdialog',
])

/** Refuses to start a program that opens a window where there is no display. */
export function refuseWindow(run: Run, argv: readonly string[]): void {
  if (!run.isHeadless) return
  const program = argv[0]!.split('/').at(-1)!
  // Elsewhere `open` is another program.
  const isOpener = program === 'open' && run.world.platform === 'darwin'
  if (!isOpener && !WINDOW_PROGRAMS.has(program)) return
  const target = argv.slice(1).findLast((word) => !word.startsWith('-'))
  throw suretyError('NO_TTY', `${commandName(run)} cannot start ${program}: there is no display.`, {
    phase: 'execution',
    suggestion:
      target === undefined ? 'Run it where there is a display.' : `Open ${target} yourself.`,
    ...(target !== undefined && { details: placeOf(target) }),
  })
}

/** Puts a target into the member that says what it is. */
export function placeOf(target: string): { open_url: string } | { open_path: string } {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? { open_url: target } : { open_path: target }
}
