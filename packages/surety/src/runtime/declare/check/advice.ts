import type { Cli } from '../cli.ts'
import { factsOf, groupOf } from '../command-tree.ts'
import type { GroupDeclaration } from '../types/member-tree.ts'
import type { MistakeTexts } from './mistakes.ts'
import { mistakesIn } from './judge.ts'

/** Says what the author of a tool could describe; nobody is refused for it. */
export function adviceAbout(cli: Cli): readonly string[] {
  const known = advised.get(cli)
  if (known) return known
  const advice = mistakesIn(cli).length > 0 ? [] : [...missingDescriptions(cli.declaration)]
  advised.set(cli, advice)
  return advice
}

const advised = new WeakMap<Cli, readonly string[]>()

/** Says which members callers learn nothing about: they run all the same. */
function* missingDescriptions(
  { commands }: Pick<GroupDeclaration, 'commands'>,
  above = '',
): MistakeTexts {
  for (const [name, member] of Object.entries(commands)) {
    const { description } = factsOf(member)
    if (typeof description !== 'string' || description.trim() === '')
      yield `${above}${name} has no description; say in one sentence what it does`
    const group = groupOf(member)
    if (group) yield* missingDescriptions(group, `${above}${name} `)
  }
}
