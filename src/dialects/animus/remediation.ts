import { isJsonObject, type JsonValue } from '../../contract/index.ts'

/** Finds the next step in `details.remediation` of animus. */
export function remediationOf(details: JsonValue | undefined): string | undefined {
  if (!isJsonObject(details)) return undefined
  const { remediation } = details
  const step = isJsonObject(remediation) ? remediation['next_step'] : remediation
  return typeof step === 'string' && step !== '' ? step : undefined
}
