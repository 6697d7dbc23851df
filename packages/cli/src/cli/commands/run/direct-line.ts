import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

import { loadLines } from '@surety/client/unstable/client'
import { visibleText } from '@surety/internal/visible-text.ts'
import { hostOf, inheritingStdout, type AnyContext } from 'surety/unstable/surface'

/**
 * Runs a line in the place of a shell: with our own descriptors, without a limit, and what it leaves in the background
 * lives on. Then says what it hid. False if its output has to be seen, as that of a list that may have stopped.
 */
export async function runDirect(
  ctx: AnyContext,
  start: readonly string[],
  line: string,
  { cwd, quiet }: { readonly cwd?: string | undefined; readonly quiet: boolean },
): Promise<boolean> {
  const { judgeLine, openWatch, mayList } = await loadLines()
  const [shell = ''] = start
  if (!existsSync(cwd ?? '.') || (await mayList(line))) return false
  const host = hostOf(ctx)
  const isBash = basename(shell) === 'bash'
  const watch = isBash ? openWatch(line) : {}
  const words = [...start.slice(1), watch.text ?? line]
  const child = inheritingStdout(() =>
    spawn(shell, words, { cwd, env: ctx.processEnv, stdio: 'inherit' }),
  )
  const ended = new Promise<{ exit: number | null; signal: NodeJS.Signals | null } | undefined>(
    (resolve) => {
      child.on('error', () => resolve(undefined))
      child.on('exit', (exit, signal) => resolve({ exit, signal }))
    },
  )
  ctx.signal.addEventListener('abort', () => child.kill('SIGTERM'))
  ctx.onCleanup(async () => void (await ended))
  const end = await ended
  const statuses = watch.log?.()
  watch.close?.()
  // The usual way says why it cannot be started.
  if (end === undefined) return false
  const { exit, signal } = end
  if (exit !== null && isBash && !quiet) {
    const { note } = judgeLine({ line, exit, statuses })
    const told = note ?? (watch.why && `${watch.why} Its parts were not watched.`)
    if (told) await host.write('stderr', `surety: ${visibleText(told)}\n`)
  }
  if (signal !== null) process.kill(process.pid, signal)
  host.handOn(exit ?? 1)
  return true
}

/** Tests whether a line names something that only the profile of the user may know: a function, or a program on its PATH. */
export function needsProfile(shell: string, line: string, env: NodeJS.ProcessEnv): boolean {
  if (basename(shell) !== 'bash') return false
  const [, name] = /^\s*(?:\w+=\S*\s+)*([A-Za-z_][\w-]*)(?![\w./=(-])/.exec(line) ?? []
  if (name === undefined || WORDS.test(name)) return false
  return !(env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

/** What bash knows by itself. */
const WORDS =
  /^(?:if|for|while|until|case|select|function|time|coproc|alias|bg|bind|break|builtin|caller|cd|command|compgen|complete|compopt|continue|declare|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|getopts|hash|help|history|jobs|kill|let|local|logout|mapfile|popd|printf|pushd|pwd|read|readarray|readonly|return|set|shift|shopt|source|suspend|test|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait)$/
