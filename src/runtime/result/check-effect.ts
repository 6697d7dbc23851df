import { defect, isJsonObject, type JsonValue } from '../../contract/index.ts'
import type { Command } from '../declare/command.ts'
import { followsRequirements } from '../declare/plain-declaration.ts'
import { commandName, type Run } from '../run/run-state.ts'

const EFFECTS = ['created', 'updated', 'deleted', 'noop']

/** Checks what a command says about its change. */
export function checkEffect(run: Run, command: Command, data: JsonValue): void {
  const { danger } = command.declaration
  const effect = isJsonObject(data) ? data['effect'] : undefined
  if (run.effect !== null) {
    run.meta['effect'] = run.effect
    return
  }
  if (danger === undefined || (typeof effect === 'string' && EFFECTS.includes(effect))) return
  const advice = `${commandName(run)} changes things and says not what: return effect: 'created', 'updated', 'deleted' or 'noop', or call ctx.effect()`
  if (followsRequirements(run.cli)) throw defect('EFFECT_INVALID', advice)
  // The change has happened, so a failure would be false; callers take a missing effect as unknown.
  run.advice.push(advice)
}
