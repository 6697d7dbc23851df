import { suretyError } from '../../../contract/index.ts'
import type { Command } from '../../declare/command.ts'
import { createPrompts } from '../../human/interactive/prompts.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import { endProgress } from '../../run/progress-display.ts'
import { commandName, type Run } from '../../run/run-state.ts'

/**
 * Has a person type a text before a command that is for persons alone, and refuses it everywhere else. No flag
 * and no variable answers the question. A preview does nothing and asks nothing.
 */
export async function attest(run: Run, command: Command, input: ParsedInput): Promise<void> {
  if (run.isDryRun) return
  const { world } = run
  const isSeen = world.isStdinTty && world.isStdoutTty && world.isStderrTty
  // The world may be simulated, by a test or by a call inside of another.
  if (!isSeen || input.flags['nonInteractive'] === true || !process.stdin.isTTY)
    throw suretyError(
      'PERSON_REQUIRED',
      `'${commandName(run)}' has to be run by a person at a terminal.`,
      {
        phase: 'validation',
        retryable: false,
        suggestion: 'Hand the command to a person, as it is.',
        fix_required: 'A person has to run the command at a terminal.',
      },
    )
  const { requiresPerson } = command.declaration
  const { args, options, env } = input
  const expected =
    typeof requiresPerson === 'function' ? requiresPerson({ args, options, env }) : commandName(run)
  endProgress(run)
  const prompts = createPrompts({
    input: process.stdin,
    output: process.stderr,
    isTty: true,
    signal: run.signal,
    whileAsking: (wait) => run.limit.pauseFor(wait),
  })
  const typed = await prompts.text(`Type '${expected}' to go ahead`)
  if (typed === expected) return
  throw suretyError('ATTESTATION_MISMATCH', 'Another text was typed; nothing was changed.', {
    phase: 'validation',
    retryable: false,
    suggestion: 'Hand the command to a person, as it is.',
    fix_required: 'A person has to type the text exactly.',
  })
}
