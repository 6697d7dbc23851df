import type { RunResult } from '../../../client/index.ts'
import { StoredEnd } from '../../../runtime/surface.ts'
import { toFailure } from './tool-failure.ts'

/**
 * Ends a call whose tool kept work that was not continued. Contract 1.16 has an exit for it, with the commands of the
 * tool that go on and cancel; in other dialects it is a general failure.
 */
export function keptWork(result: RunResult): Error {
  const failure = toFailure(result)
  const error = { ...failure.toErrorInput(), phase: 'execution' as const }
  return new StoredEnd({ data: failure.data, failure: { exit: 'INCOMPLETE', error } })
}
