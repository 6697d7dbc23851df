import { isJsonObject, type JsonValue } from 'surety/unstable/contract'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { stateFoldersOf } from '../../state-folder.ts'
import { mostBytes, readKept } from '../run/answers.ts'
import { readRest } from '../run/plain-answer.ts'

interface Wanted {
  readonly rest: string
  readonly lines?: string | undefined
  readonly stream: 'stdout' | 'stderr'
  readonly stateDir?: string | undefined
  readonly maxOutput?: number | undefined
}

/** Prints what an earlier call printed and did not show, as the program printed it. */
export async function showRest(
  ctx: AnyContext,
  { rest, lines, stream, ...limits }: Wanted,
): Promise<JsonValue> {
  const kept = await readKept(stateFoldersOf(limits.stateDir, ctx.processEnv).answers, rest)
  if (kept === undefined)
    return ctx.fail('ANSWER_NOT_KEPT', `Nothing of the call ${rest} is kept.`, { target: rest })
  const printed = isJsonObject(kept) ? (kept[stream] ?? '') : kept
  const text = typeof printed === 'string' ? printed : `${JSON.stringify(printed, null, 2)}\n`
  const all = text.replace(/\n$/, '').split('\n')
  const [from = 1, to = all.length] = lines?.split('-').map(Number) ?? []
  const last = Math.min(to, all.length)
  const shown: string[] = []
  let room = mostBytes(limits, ctx.processEnv, 'text')
  for (let number = from; number <= last; number += 1) {
    room -= Buffer.byteLength(all[number - 1]!) + 1
    if (room < 0 && shown.length > 0) {
      const read = readRest(rest, limits.stateDir)({ from: number, to: last }, stream)
      shown.push(`[… lines ${number} to ${last}: ${read} …]`)
      break
    }
    shown.push(all[number - 1]!)
  }
  const answer = shown.map((line) => `${line}\n`).join('')
  const host = hostOf(ctx)
  if (!host.isDirect) return { [stream]: answer }
  host.handOn(0)
  await host.write('stdout', answer)
  return null
}
