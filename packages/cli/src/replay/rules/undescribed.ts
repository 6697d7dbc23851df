import { builtinFacts } from '@surety/client/unstable/shell'
import { everyCall, type Rule } from './rule.ts'

/** Names of programs; a path is a script of somebody. */
const NAME = /^[A-Za-z0-9][\w.+-]{0,39}$/

/** Counts programs that nobody has described yet, by use. */
export const rule: Rule = {
  id: 'undescribed',
  title: 'calls of programs without a description',
  isCounted: true,
  start: everyCall(({ parts }) =>
    parts.flatMap(({ words, known }) => {
      const [name = ''] = words ?? []
      const isProgram = NAME.test(name) && builtinFacts(words!) === undefined
      return known === undefined && isProgram ? [{ key: name }] : []
    }),
  ),
}
