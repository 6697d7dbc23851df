import { defect, suretyError } from '../../contract/index.ts'
import { placeOf } from '../process/guard-children.ts'
import { commandName, isHeadless, type Run } from '../run/run-state.ts'
import { launch } from './children/exec.ts'

/** The result of opening a target. */
export interface Opened {
  readonly opened: boolean
  readonly open_url?: string
  readonly open_path?: string
}

/** Opens a URL or a file on the desktop; without a display it returns the target as data. */
export async function openTarget(run: Run, target: string): Promise<Opened> {
  const gui = run.command?.declaration.gui
  if (!gui) {
    throw defect(
      'GUI_UNDECLARED',
      `${commandName(run)} calls open() and must declare gui: [{ name: 'browser', headless: 'emit_in_output' }]`,
    )
  }
  const place = placeOf(target)
  if (isHeadless(run.world)) {
    const behaviour = gui[0]!.headless
    if (behaviour === 'error') {
      throw suretyError(
        'NO_TTY',
        `${commandName(run)} cannot open ${target}: there is no display.`,
        {
          details: place,
          suggestion: `Open ${target} yourself.`,
        },
      )
    }
    return behaviour === 'skip' ? { opened: false } : { opened: false, ...place }
  }
  const opener =
    run.world.platform === 'darwin'
      ? 'open'
      : run.world.platform === 'win32'
        ? 'explorer'
        : 'xdg-open'
  const { exitCode } = await launch(run, [opener, target])
  return { opened: exitCode === 0, ...place }
}
