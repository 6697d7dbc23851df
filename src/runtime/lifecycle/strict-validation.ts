import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

import { defect } from '../../contract/index.ts'
import { commandName, type Run } from '../run/run-state.ts'

const LIMIT_MS = 100

/**
 * Calls `validate()` of a tool that declares a generation with requirements: it may neither take long nor use the
 * network. Time that other processes take does not count.
 */
export async function validateStrictly<Found>(
  run: Run,
  validate: () => Found | Promise<Found>,
): Promise<Found> {
  const late = new AbortController()
  // Calls that share a process use the network while others are validated.
  const open = run.world.direct ? refuseConnections(run) : () => {}
  const before = process.cpuUsage()
  try {
    const found = validate()
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > LIMIT_MS) throw tooSlow(run)
    if (!(found instanceof Promise)) return found
    return await Promise.race([found, refuseAfter(run, late.signal)])
  } finally {
    late.abort()
    open()
  }
}

async function refuseAfter(run: Run, signal: AbortSignal): Promise<never> {
  await wait(LIMIT_MS, null, { signal })
  // After a standstill of the computer, what is finished by now was in time.
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  throw tooSlow(run)
}

function tooSlow(run: Run): Error {
  return defect(
    'VALIDATE_TOO_SLOW',
    `${commandName(run)} takes more than ${LIMIT_MS} ms in validate(); move what waits into run()`,
  )
}

/** Has every connection fail before it is made; the returned function ends that. */
function refuseConnections(run: Run): () => void {
  const { prototype } = process.getBuiltinModule('node:net').Socket
  const connect = Object.getOwnPropertyDescriptor(prototype, 'connect')!
  Object.defineProperty(prototype, 'connect', {
    ...connect,
    value: () => {
      throw defect(
        'VALIDATE_ACTS',
        `${commandName(run)} opens a connection in validate(); move it into run()`,
      )
    },
  })
  return () => void Object.defineProperty(prototype, 'connect', connect)
}
