import { isJsonObject, type JsonValue } from 'surety/unstable/contract'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { stateFoldersOf } from '../../state-folder.ts'
import { mostBytes, readKept } from '../run/answers.ts'
import { readRest } from '../run/plain-answer.ts'

type Stream = 'stdout' | 'stderr'

interface Wanted {
  readonly rest: string
  readonly lines?: string | undefined
  readonly stream?: Stream | undefined
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
  let room = mostBytes(limits, ctx.processEnv, 'text')
  const linesOf = (name: Stream): string => {
    const printed = isJsonObject(kept) ? (kept[name] ?? '') : name === 'stdout' ? kept : ''
    if (printed === '') return ''
    const text = typeof printed === 'string' ? printed : `${JSON.stringify(printed, null, 2)}\n`
    const all = text.replace(/\n$/, '').split('\n')
    const [from = 1, to = all.length] = lines?.split('-').map(Number) ?? []
    const last = Math.min(to, all.length)
    const shown: string[] = []
    for (let number = from; number <= last; number += 1) {
      room -= Buffer.byteLength(all[number - 1]!) + 1
      if (room < 0 && shown.length > 0) {
        const read = readRest(rest, limits.stateDir)({ from: number, to: last }, name)
        shown.push(`[… lines ${number} to ${last}: ${read} …]`)
        break
      }
      shown.push(all[number - 1]!)
    }
    return shown.map((line) => `${line}\n`).join('')
  }
  const host = hostOf(ctx)
  if (stream !== undefined || lines !== undefined) {
    const answer = linesOf(stream ?? 'stdout')
    if (!host.isDirect) return { [stream ?? 'stdout']: answer }
    host.handOn(0)
    await host.write('stdout', answer)
    return null
  }
  const [stdout, stderr] = [linesOf('stdout'), linesOf('stderr')]
  if (!host.isDirect) return { stdout, stderr }
  host.handOn(0)
  await host.write('stdout', stdout)
  await host.write('stderr', stderr)
  return null
}
