import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'

import { whyNoRead } from '../read/known-read.ts'
import { answerHook } from './answer.ts'
import { limitsOf } from './answer-command.ts'
import { choicesIn, isClient } from './clients.ts'
import { keepTrouble } from './troubles.ts'

/** Answers the message on standard input: what `surety hook answer` prints. Returns null for unknown words. */
export async function runHook(client: string, flags: readonly string[]): Promise<string | null> {
  const choices = choicesIn(flags)
  if (!isClient(client) || choices === null) return null
  const { env } = process
  const world = {
    home: env['HOME'] ?? homedir(),
    env,
    platform: process.platform,
    cwd: process.cwd(),
    startedWithRules,
    readOf,
  }
  const { answer, reason, isTrouble } = await answerHook(client, message(), world, choices)
  if (isTrouble) keepTrouble(env, { at: new Date().toISOString(), client, reason })
  return answer === '' ? '' : `${answer}\n`
}

/** Reads standard input; one that cannot be read is as good as an empty one, which is a trouble too. */
function message(): string {
  try {
    return readFileSync(0, 'utf8')
  } catch {
    return ''
  }
}

export async function readOf(words: readonly string[], cwd: string, mayUseNetwork: boolean) {
  const found = await whyNoRead(words, limitsOf(process, cwd, mayUseNetwork))
  return 'code' in found ? null : found.known.network ? 'network' : 'local'
}

/** Flags that give a client rules for one session, which stand in no file that could be found. */
const FLAGS =
  /--(?:disallowed-?tools|deny-tool|deny-url|settings|setting-sources|managed-settings|exclude-tools|policy|admin-policy|available-tools|excluded-tools)\b/i

/** A shell, the client, and what started that; whoever is further above started something else. */
const MAX_ABOVE = 4

/** Returns the flag with rules that a process above this one was started with; null if there is none. */
function startedWithRules(): string | null {
  let pid = process.ppid
  for (let above = 0; above < MAX_ABOVE && pid > 1; above += 1) {
    const { line, parent } = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
    const flag = FLAGS.exec(line)?.[0]
    if (flag !== undefined) return flag
    pid = parent
  }
  return null
}

function fromProc(pid: number) {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return { line, parent: Number(parent) }
}

function fromPs(pid: number) {
  // Loading it takes longer than all else here, and Linux never needs it.
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const text = execFileSync('ps', ['-o', 'ppid=,args=', '-p', `${pid}`], { encoding: 'utf8' })
  const [, parent, line = ''] = /^\s*(\d+)\s+(.*)/.exec(text) ?? []
  return { line, parent: Number(parent) }
}
