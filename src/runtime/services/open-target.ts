import { suretyError } from '../../contract/index.ts'
import { commandName, type Run } from '../run/run-state.ts'
import { exec } from './exec.ts'

/** What became of a request to open something on the screen. */
export interface Opened {
  readonly opened: boolean
  readonly open_url?: string
  readonly open_path?: string
}

/** Opens a URL or a file on the screen; without a screen the target comes back as data. */
export async function openTarget(run: Run, target: string): Promise<Opened> {
  const place = /^[a-z][a-z0-9+.-]*:\/\//i.test(target)
    ? { open_url: target }
    : { open_path: target }
  if (run.isHeadless) {
    const behaviour = run.command?.declaration.gui?.[0]?.headless ?? 'emit_in_output'
    if (behaviour === 'error') {
      throw suretyError(
        'NO_TTY',
        `${commandName(run)} wants to open ${target} and there is no screen.`,
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
  const { exitCode } = await exec(run, [opener, target], { allowFailure: true })
  return { opened: exitCode === 0, ...place }
}
