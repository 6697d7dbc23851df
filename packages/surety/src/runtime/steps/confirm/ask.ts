import { oneLine } from '@surety/internal/visible-text.ts'
import { succeed, suretyError, type JsonValue } from '../../../contract/index.ts'
import { renderHuman } from '../../human/render-human.ts'
import { hasColor } from '../../human/terminal/capabilities.ts'
import { cleanShownJson } from '../../output/surroundings.ts'
import { screenOf } from '../../output/screen-of.ts'
import { commandName, type Run } from '../../run/run-state.ts'
import { promptsOf } from '../../services/prompt.ts'

function isNothing(affected: JsonValue): boolean {
  if (typeof affected !== 'object' || affected === null) return affected === null
  return Object.keys(affected).length === 0
}

/** Shows what the command would affect and asks whether to go ahead; throws at no. */
export async function ask(run: Run, affected: JsonValue): Promise<void> {
  const { world } = run
  const prompts = promptsOf(run)
  const color = hasColor(world.env, world.isStderrTty)
  const screen = { ...screenOf(run), color, commandPath: '' }
  const { stdout: text } = renderHuman(succeed({ data: cleanShownJson(run, affected) }), screen)
  // Of nothing, people would read that it is done.
  if (!isNothing(affected) && text !== '')
    await world.write('stderr', `Will be destroyed:\n${text}`)
  const { description = '' } = run.command?.declaration ?? {}
  const what = description === '' ? '' : `: ${oneLine(description).replace(/\.$/, '')}`
  const question = `'${commandName(run)}' destroys data and cannot be undone${what}. Go ahead?`
  if (await prompts.confirm(question)) return
  const message = 'You answered no; nothing was changed.'
  throw suretyError('CONFIRMATION_REQUIRED', message, { phase: 'validation' })
}
