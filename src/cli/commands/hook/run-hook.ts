import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'

import { whyNoRead } from '../read/known-read.ts'
import { answerHook } from './answer.ts'
import { startedWithRules } from './client-start.ts'
import { isClient } from './clients.ts'
import { keepTrouble } from './troubles.ts'

/** Answers the message on standard input: what `surety hook answer` prints. Returns null for an unknown client. */
export async function runHook(client: string): Promise<string | null> {
  if (!isClient(client)) return null
  const { env } = process
  const { answer, reason, isTrouble } = await answerHook(client, message(), {
    home: env['HOME'] ?? homedir(),
    env,
    platform: process.platform,
    cwd: process.cwd(),
    startedWithRules,
    isKnownRead,
  })
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

export async function isKnownRead(words: readonly string[], cwd: string): Promise<boolean> {
  const limits = { cwd, path: process.env['PATH'] ?? '', mayUseNetwork: false, mayLeave: false }
  return !('code' in (await whyNoRead(words, limits)))
}
