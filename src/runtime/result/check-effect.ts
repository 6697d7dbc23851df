import { defect, isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import { followsRequirements } from '../declare/plain-declaration.ts'
import { commandName, type Run } from '../run/run-state.ts'

const EFFECTS = new Set(['created', 'updated', 'deleted', 'noop'])

/** Checks what a command says about its change or its preview. */
export function checkEffect(run: Run, command: Command, data: JsonValue): void {
  const { danger } = command.declaration
  const effect = isJsonObject(data) ? data['effect'] : undefined
  if (run.isDryRun && danger !== undefined) {
    if (typeof effect !== 'string' || !effect.startsWith('would_')) {
      throw defect(
        'EFFECT_INVALID',
        `${commandName(run)}: dryRun() must return an effect that begins with would_`,
      )
    }
    if (
      !isJsonObject(data) ||
      typeof data['would_affect'] !== 'object' ||
      data['would_affect'] === null
    ) {
      throw defect('WOULD_AFFECT_MISSING', `${commandName(run)}: dryRun() must return would_affect`)
    }
    return
  }
  if (run.effect !== null) {
    run.meta['effect'] = run.effect
    return
  }
  if (danger === undefined || (typeof effect === 'string' && EFFECTS.has(effect))) return
  if (followsRequirements(run.cli)) {
    throw defect(
      'EFFECT_INVALID',
      `${commandName(run)} must return effect: 'created', 'updated', 'deleted' or 'noop', or call ctx.effect()`,
    )
  }
  // The change has happened, so a failure would be false; callers take a missing effect as unknown.
  run.advice.push(
    `${commandName(run)} changes things and says not what: return effect: 'created', 'updated', 'deleted' or 'noop', or call ctx.effect()`,
  )
}
