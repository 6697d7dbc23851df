import { readFileSync } from 'node:fs'

/** Flags that give a client rules for one session, which stand in no file that could be found. */
const FLAGS =
  /--(?:disallowed-?tools|deny-tool|deny-url|settings|setting-sources|managed-settings|exclude-tools|policy|admin-policy|available-tools|excluded-tools)\b/i

/** A shell, the client, and what started that; whoever is further above started something else. */
const MAX_ABOVE = 4

/** Returns the flag with rules that a process above this one was started with; null if there is none. */
export function startedWithRules(): string | null {
  let pid = process.ppid
  for (let above = 0; above < MAX_ABOVE && pid > 1; above += 1) {
    const { line, parent } = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
    const flag = FLAGS.exec(line)?.[0]
    if (flag !== undefined) return flag
    pid = parent
  }
  return null
}

interface Started {
  readonly line: string
  readonly parent: number
}

function fromProc(pid: number): Started {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return { line, parent: Number(parent) }
}

function fromPs(pid: number): Started {
  // Loading it takes longer than all else here, and Linux never needs it.
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const text = execFileSync('ps', ['-o', 'ppid=,args=', '-p', `${pid}`], { encoding: 'utf8' })
  const [, parent, line = ''] = /^\s*(\d+)\s+(.*)/.exec(text) ?? []
  return { line, parent: Number(parent) }
}
