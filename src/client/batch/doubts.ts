import { SuretyError } from '../../contract/index.ts'
import type { Client } from '../client.ts'
import type { RunOptions } from '../options.ts'
import type { BatchBackend } from './backend.ts'
import { callKey, type BatchCall } from './call-identity.ts'
import { createDialectFinder } from './invocation.ts'
import type { BatchRecord } from './record.ts'
import { runCall } from './run-call.ts'

export async function rerunHere(
  backend: BatchBackend,
  name: string,
  client: Client,
  run: RunOptions,
): Promise<BatchRecord> {
  const known = await backend.reopen(name)
  const { safety, ...rest } = known.call
  // The caller may know by now what the batch did not.
  const call: BatchCall = safety === 'unknown' ? rest : known.call
  if (callKey(call, known.index, client.options.inheritedEnv ?? {}) !== known.key) {
    const message = `The call '${name}' names a variable of the environment that had another value when it was started.`
    throw new SuretyError('CALL_CHANGED', 'PRECONDITION', message, {
      phase: 'validation',
      fix_required: 'Set the variable as it was, or run the batch again.',
    })
  }
  const { dialect = 'auto', message } = await createDialectFinder()(call.dialect)
  if (message !== undefined)
    throw new SuretyError('DIALECT_UNUSABLE', 'PRECONDITION', message, { phase: 'validation' })
  const claim = await backend.claim(known)
  const earlier = claim.kind === 'doubt' ? claim.earlier : undefined
  return runCall({ client, planned: { ...known, call }, dialect, recorder: backend, earlier, run })
}
