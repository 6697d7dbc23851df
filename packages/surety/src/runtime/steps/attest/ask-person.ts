import { suretyError } from '../../../contract/index.ts'
import type { Call } from '../../run/call.ts'
import type { RunEnd } from '../../run/ending/run-end.ts'
import type { MaybeLater } from '../../run/maybe-later.ts'
import { commandName } from '../../run/run-state.ts'

/** Has a person at a terminal type the text that the command names. */
export async function askPerson(call: Call, next: () => MaybeLater<RunEnd>): Promise<RunEnd> {
  const { run, input } = call
  const { world } = run
  const isSeen = world.isStdinTty && world.isStdoutTty && world.isStderrTty
  // The world may be simulated, by a test or by a call inside of another.
  if (!isSeen || input.flags['nonInteractive'] === true || !process.stdin.isTTY)
    throw suretyError(
      'PERSON_REQUIRED',
      `'${commandName(run)}' has to be run by a person at a terminal.`,
      { suggestion: HAND_OVER, fix_required: 'A person has to run the command at a terminal.' },
    )
  const expected = textOf(call)
  const { promptsOf } = await import('../../services/prompt.ts')
  const typed = await promptsOf(run).text(`Type '${expected}' to go ahead`)
  if (typed !== expected)
    throw suretyError('ATTESTATION_MISMATCH', 'Another text was typed; nothing was changed.', {
      suggestion: HAND_OVER,
      fix_required: 'A person has to type the text exactly.',
    })
  return next()
}

const HAND_OVER = 'Hand the command to a person, as it is.'

function textOf({ run, command, input }: Call): string {
  const { requiresPerson } = command.declaration
  const { args, options, env } = input
  return typeof requiresPerson === 'function'
    ? requiresPerson({ args, options, env })
    : commandName(run)
}
