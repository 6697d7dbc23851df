import { oneLine } from '@surety/internal/visible-text.ts'
import { succeed, suretyError, type JsonValue } from '../../../contract/index.ts'
import { parameters } from '../../help/model.ts'
import { renderHuman } from '../../human/render-human.ts'
import { hasColor } from '../../human/terminal/capabilities.ts'
import { cleanShownJson, cleanShownText } from '../../output/surroundings.ts'
import { screenOf } from '../../output/screen-of.ts'
import type { Call } from '../../run/call.ts'
import { promptsOf } from '../../services/prompt.ts'

function isNothing(affected: JsonValue): boolean {
  if (typeof affected !== 'object' || affected === null) return affected === null
  return Object.keys(affected).length === 0
}

/** Shows what the command would affect and asks whether to go ahead; throws at no. */
export async function ask(call: Call, affected: JsonValue): Promise<void> {
  const { run } = call
  const { world } = run
  const prompts = promptsOf(run)
  const color = hasColor(world.env, world.isStderrTty)
  const screen = { ...screenOf(run), color, commandPath: '' }
  const { stdout: text } = renderHuman(succeed({ data: cleanShownJson(run, affected) }), screen)
  // Of nothing, people would read that it is done.
  if (!isNothing(affected) && text !== '')
    await world.write('stderr', `Will be destroyed:\n${text}`)
  const question = `${cleanShownText(run, questionOf(call))}? This cannot be undone.`
  if (await prompts.confirm(question)) return
  // Who says no ends the call, as with Ctrl-C at the question: nothing was wrong with the input.
  throw suretyError('INTERRUPTED', 'You answered no; nothing was changed.', { phase: 'validation' })
}

/** The most characters of a value that a question repeats. */
const MAX_VALUE = 60

/** Puts a command as a question: `Deletes a note` of the argument `Note number` is `Delete Note number 3`. */
function questionOf({ command: { declaration }, input, run }: Call): string {
  const about = oneLine(declaration.description ?? '').replace(/\.$/, '')
  const [act = '', ...rest] = about.split(' ')
  const verb = /^\p{L}{2,}[^s\P{L}]s$/u.test(act) ? imperative(act) : null
  if (verb === null) return about || run.path.join(' ') || run.cli.declaration.name
  const named = parameters(declaration.args).flatMap(({ key, name, def }) => {
    const value = input.args[key]
    if (value === undefined || def.secret) return []
    const text = [value].flat().map(String).join(', ')
    const shown = text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
    return [`${oneLine(def.description ?? name).replace(/\.$/, '')} ${oneLine(shown)}`]
  })
  return [verb, ...(named.length > 0 ? [named.join(', ')] : rest)].join(' ')
}

/** Turns `Deletes` into `Delete`. */
function imperative(verb: string): string {
  return verb.replace(/ies$|(?<=sh|ch|ss|x|zz)es$|s$/, (end) => (end === 'ies' ? 'y' : ''))
}
