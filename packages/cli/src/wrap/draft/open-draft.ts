import type { DescribedCommand, Description } from 'surety/unstable/description'
import { loadWriter } from 'surety/unstable/grammars'

/** What a person adds to a command that no grammar tells: nothing of it is guessed. */
const DECIDE =
  '    # DECIDE: danger: safe if it only reads, mutating, or destructive. Does it show secrets (reveals: true), use the network?'

/** Writes a description with the effects that nobody stated left open, each with a line to decide about. */
export async function openDraft(description: Description): Promise<string> {
  const { commands = {}, ...about } = description
  const { write } = await loadWriter('surety')
  const parts = await Promise.all(
    Object.entries(commands).map(async ([path, command]) => {
      const text = await write({ surety: 1, commands: { [path]: command } })
      const [, , first = '', ...rest] = text.split('\n')
      return isOpen(command) ? [first.replace(/ \{\}$/, ''), DECIDE, ...rest] : [first, ...rest]
    }),
  )
  return [
    `# Drafted from what describes ${description.name || 'the program'}; effects are left open. Look at every line marked with DECIDE.`,
    await write({ ...about, surety: 1 }),
    'commands:',
    ...parts.flat(),
  ].join('\n')
}

function isOpen({ danger }: DescribedCommand): boolean {
  return danger === undefined
}
