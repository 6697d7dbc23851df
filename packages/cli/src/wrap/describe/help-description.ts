import type { DescribedCommand, Description, Parameter } from 'surety/unstable/description'
import { readHelpOptions } from './help-options.ts'
import { commandsOfHelp, ownName, printedBy, type AskOptions } from '../draft/ask-program.ts'
import type { ProbeEnd } from '@surety/client/unstable/client'

/** Describes a program by its help, which says nothing of danger; undefined if the page is none. */
export async function describeByHelp(
  program: readonly string[],
  help: ProbeEnd,
  options: AskOptions,
): Promise<Description | undefined> {
  const page = printedBy(help)
  const shared = readHelpOptions(page)
  const found = await commandsOfHelp(program, page, options)
  const commands: Record<string, DescribedCommand> = {}
  for (const { path, summary, page: own } of found)
    commands[path.join(' ')] = {
      ...(summary !== '' && { summary }),
      ...withOptions(own === undefined || path.length === 0 ? {} : readHelpOptions(own)),
    }
  const isOne = found.every(({ path }) => path.length === 0)
  const hasNothing = Object.keys(shared).length === 0 && (isOne || found.length === 0)
  if (hasNothing) return undefined
  const name = ownName(program)
  if (!isOne) return { surety: 1, name, ...withOptions(shared), commands }
  return { surety: 1, name, commands: { '': { ...commands[''], ...withOptions(shared) } } }
}

function withOptions(options: Readonly<Record<string, Parameter>>) {
  return Object.keys(options).length > 0 ? { options } : {}
}
