import { defect } from '../../../contract/index.ts'
import type { Call } from '../../run/call.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { inputFailure } from '../../run/errors/input-error.ts'
import { mannersIn } from '../../run/manners.ts'
import { commandName, type Run } from '../../run/run-state.ts'

/** Calls the hook of a command. */
export async function callValidate(
  { run, command, input: { args, options, env } }: Call,
  next: () => MaybeLater<RunEnd>,
): Promise<RunEnd> {
  const context = { args, options, env, command: commandName(run), now: run.world.now }
  const check = async () => command.declaration.validate!(context)
  const { validateMs } = mannersIn(run.cli.declaration.dialect)
  const problems = await (validateMs === null ? check() : inTime(run, check, validateMs))
  if (problems && problems.length > 0) throw inputFailure(run, problems)
  return next()
}

/** Refuses a slow `validate` hook in strict generations; time that other processes take meanwhile does not count. */
async function inTime<Found>(
  run: Run,
  check: () => Promise<Found>,
  limitMs: number,
): Promise<Found> {
  const tooSlow = (): Error =>
    defect(
      'VALIDATE_TOO_SLOW',
      `${commandName(run)} takes more than ${limitMs} ms in validate(); move what waits into run()`,
    )
  let timer: NodeJS.Timeout | undefined
  const before = process.cpuUsage()
  const found = check()
  const { user, system } = process.cpuUsage(before)
  const late = new Promise<never>((_, reject) => {
    const refuse = async (): Promise<void> => {
      // After a standstill of the computer, what is finished by now was in time.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      reject(tooSlow())
    }
    timer = setTimeout(() => void refuse(), limitMs)
  })
  try {
    const ended = await Promise.race([found, late])
    if ((user + system) / 1000 > limitMs) throw tooSlow()
    return ended
  } finally {
    clearTimeout(timer)
  }
}
