import { defect, isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Danger } from '../declare/types/command-parts.ts'
import { addMeta, advise, commandName, isDryRun, reported, type Run } from '../run/run-state.ts'

const EFFECTS = ['created', 'updated', 'deleted', 'noop']

/** Checks what a command says about its change, or about the change that it previews. */
export function checkEffect(run: Run, danger: Danger | undefined, data: JsonValue): void {
  const { effect, would_affect: affected } = isJsonObject(data) ? data : {}
  const stated = typeof effect === 'string' ? effect : ''
  const name = commandName(run)
  if (isDryRun(run) && danger) {
    if (!stated.startsWith('would_'))
      throw defect(
        'EFFECT_INVALID',
        `${name}: dryRun() must return an effect that begins with would_`,
      )
    if (typeof affected !== 'object' || affected === null)
      throw defect('WOULD_AFFECT_MISSING', `${name}: dryRun() must return would_affect`)
    return
  }
  const told = reported(run, 'effect').at(-1)
  if (told) addMeta(run, { effect: told.effect })
  if (told || danger === undefined || EFFECTS.includes(stated)) return
  const advice = `${name} changes things and says not what: return effect: 'created', 'updated', 'deleted' or 'noop', or call ctx.effect()`
  // The change has happened, so a failure would be false; callers take a missing effect as unknown.
  advise(run, advice)
}
