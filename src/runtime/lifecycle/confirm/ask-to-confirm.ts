import { suretyError, succeed, type JsonValue } from '../../../contract/index.ts'
import { createPrompts } from '../../human/interactive/prompts.ts'
import { renderHuman } from '../../human/render-human.ts'
import { colorLevel } from '../../human/terminal/capabilities.ts'
import { cleanShownJson } from '../../output/finish.ts'
import { screenOf } from '../../output/render-run.ts'
import { endProgress } from '../../run/progress-display.ts'
import { commandName, type Run } from '../../run/run-state.ts'

/** Shows what a destructive command would affect and asks whether to go ahead; throws at no. */
export async function askToConfirm(run: Run, affected: JsonValue): Promise<void> {
  const { world } = run
  // A progress line would overwrite the question.
  endProgress(run)
  const color = colorLevel(world.env, world.isStderrTty)
  const screen = { ...screenOf(run), color, commandPath: '' }
  const { stdout: text } = renderHuman(succeed({ data: cleanShownJson(run, affected) }), screen)
  if (affected !== null && text !== '') await world.write('stderr', text)
  const prompts = createPrompts({
    input: process.stdin,
    output: process.stderr,
    isTty: true,
    signal: run.signal,
    whileAsking: (wait) => run.limit.pauseFor(wait),
  })
  const question = `'${commandName(run)}' cannot be undone. Go ahead?`
  if (await prompts.confirm(question)) return
  throw suretyError('CONFIRMATION_REQUIRED', 'You answered no; nothing was changed.', {
    phase: 'validation',
    retryable: false,
  })
}
