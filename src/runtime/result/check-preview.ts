import { defect, isJsonObject, type JsonValue } from '../../contract/index.ts'
import { commandName, type Run } from '../run/run-state.ts'

/** Checks what a command says about the change that it previews. */
export function checkPreview(run: Run, data: JsonValue): void {
  const { effect, would_affect: affected } = isJsonObject(data) ? data : {}
  if (typeof effect !== 'string' || !effect.startsWith('would_')) {
    throw defect(
      'EFFECT_INVALID',
      `${commandName(run)}: dryRun() must return an effect that begins with would_`,
    )
  }
  if (typeof affected !== 'object' || affected === null) {
    throw defect('WOULD_AFFECT_MISSING', `${commandName(run)}: dryRun() must return would_affect`)
  }
}
