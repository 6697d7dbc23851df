import { isStandardExitName } from 'surety/unstable/contract'

/** The members of a place, by name, or `*` for any; a function judges what is no object. */
interface Known {
  readonly [name: string]: Known | Judge
}
type Judge = (value: unknown) => boolean

const any = () => true
const exit = (value: unknown) => isStandardExitName(String(value))
const RULES = {
  errors: {
    '*': {
      '=': exit,
      exit,
      when: { class: any, code: any, message: any },
      retryable: any,
      suggestion: any,
    },
  },
  exits: {
    '=': (value: unknown) => value === 'own',
    '*': { code: any, exit, data: any, retryable: any },
  },
  timeoutMs: any,
  fields: any,
  limit: any,
  dialect: { data: (value: unknown) => value === '' },
}
const DANGER = ['safe', 'mutating', 'destructive']
const OPTIONS: Known = {
  ...RULES,
  name: any,
  agents: any,
  ownFlags: any,
  isolate: any,
  redirects: any,
  commands: { '*': { ...RULES, danger: (value) => DANGER.includes(String(value)) } },
}

/** Names the first member, or value of one, that nobody knows: a guard that is misspelt must not be left out. */
export function unknownMember(options: unknown): string | undefined {
  return unknownIn(options, OPTIONS, '')
}

function unknownIn(given: unknown, known: Known | Judge, place: string): string | undefined {
  if (given === undefined) return undefined
  const judge = typeof known === 'function' ? known : known['=']
  if (typeof known === 'function' || typeof given !== 'object')
    return (judge as Judge | undefined)?.(given) === false
      ? `the value ${JSON.stringify(given)} of ${place}`
      : undefined
  for (const [name, value] of Object.entries(given ?? {})) {
    const next = known['*'] ?? known[name]
    const at = place === '' ? name : `${place}.${name}`
    if (!next) return `the member ${at}`
    const found = unknownIn(value, next, at)
    if (found !== undefined) return found
  }
  return undefined
}
