import { namesIn, textIn } from '@surety/internal/own-folder.ts'

/** What the processes of a session use: equal ticks twice, and nobody at work, mean that they wait. */
export interface Activity {
  readonly pids: readonly number[]
  readonly ticks: number
  readonly isAtWork: boolean
}

/** The variable by which processes are found that left the session of their call. */
export const MARK = 'SURETY_CHECK_RUN'

/** Looks at the processes of a call: its session, and with a mark also those that left it. Needs /proc. */
export function activityOf(session: number, mark?: string): Activity | undefined {
  const names = namesIn('/proc')
  if (names.length === 0) return undefined
  const own = names.flatMap((name) => {
    const pid = Number(name)
    const text = Number.isInteger(pid) ? textIn(`/proc/${name}/stat`) : null
    // The name is in brackets and may contain spaces and brackets itself.
    const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? ['X']
    if ('ZX'.includes(fields[0]!)) return []
    const isOurs = Number(fields[3]) === session || (mark !== undefined && isMarked(name, mark))
    const ticks = Number(fields[11]) + Number(fields[12])
    return isOurs ? [{ pid, ticks, isAtWork: 'RD'.includes(fields[0]!) }] : []
  })
  return {
    pids: own.map(({ pid }) => pid),
    ticks: own.reduce((sum, { ticks }) => sum + ticks, 0),
    isAtWork: own.some(({ isAtWork }) => isAtWork),
  }
}

function isMarked(name: string, mark: string): boolean {
  return textIn(`/proc/${name}/environ`)?.includes(`${MARK}=${mark}\0`) === true
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}
