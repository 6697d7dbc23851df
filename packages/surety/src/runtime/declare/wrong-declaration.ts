import { closest } from '@surety/internal/closest.ts'
import {
  defect,
  suretyError,
  type Defect,
  type SuretyError,
  type SuretyErrorFacts,
} from '../../contract/index.ts'
import type { Cli } from './cli.ts'
import { commandOf } from './command-tree.ts'
import { unfitInMember, unfitInTool, type Kinds } from './guard.ts'
import members from './members.json' with { type: 'json' }

/** Makes the failure that tells mistakes in declarations, all at once. */
export function wrongDeclaration(
  found: readonly [Defect, ...Defect[]],
  facts: Pick<SuretyErrorFacts, 'phase' | 'detail'> = { phase: 'validation' },
): SuretyError {
  const [first] = found
  const texts = [...new Set(found.map(({ message }) => message))]
  return suretyError('INTERNAL_ERROR', `The tool is declared wrongly: ${texts.join('; ')}.`, {
    ...facts,
    retryable: false,
    details: {
      defect: first.code,
      ...(found.length > 1 && { defects: found.map(({ code }) => code) }),
    },
    cause: first,
  })
}

/** Makes the failure of a call whose tool, or a member on the way to its command, is not what the guard knows. */
export function unfitDeclaration(
  cli: Cli,
  member?: unknown,
  path: readonly string[] = [],
): SuretyError {
  return wrongDeclaration([member === undefined ? toolFault(cli) : memberFault(cli, member, path)])
}

function toolFault(cli: Cli): Defect {
  const { name } = cli.declaration
  const where = typeof name === 'string' && name !== '' ? name : 'the tool'
  return fault(where, cli.declaration, 'tool', unfitInTool(cli) ?? 'name')
}

/** Says what the guard refuses about a member of a group. */
export function memberFault(cli: Cli, member: unknown, path: readonly string[]): Defect {
  const place = unfitInMember(member) ?? ''
  const command = commandOf(member)
  const where = `command '${path.join(' ') || cli.declaration.name}'`
  if (command) return fault(where, command.declaration, 'command', place)
  if (place !== '') return fault(where, member as object, 'member', place)
  const said = typeof member === 'object' && member !== null ? '' : `, not ${shown(member)}`
  return defect('MEMBER_INVALID', `${where} must have run(), commands or load()${said}`)
}

function fault(where: string, declared: object, kind: keyof typeof members, place: string): Defect {
  const parts = place.split('.')
  let known: Kinds = members[kind]
  let value: unknown = declared
  for (const part of parts) {
    if (typeof known === 'string' || !Object.hasOwn(known, part))
      return defect('MEMBER_UNKNOWN', `${where} ${unknownMember(place, namesIn(known))}`)
    known = known[part]!
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  if (place === 'dryRun' && value === undefined)
    return defect('DRY_RUN_MISSING', `${where} is destructive, so it needs dryRun()`)
  if (place === 'contract.default' && typeof value === 'string')
    return defect(
      'CONTRACT_DEFAULT_UNKNOWN',
      `${where}: contract.default is ${value}, which contract.versions does not list`,
    )
  const own = typeof known === 'string' ? known : (known[''] as string)
  const wanted = [...choicesIn(own), ...wordsFor(own, typeof known !== 'string')]
  const last = wanted.length > 1 ? ` or ${wanted.pop()}` : ''
  const text = `${place} must be ${wanted.join(', ')}${last}`
  return defect(CODES[place] ?? 'MEMBER_INVALID', `${where}: ${text}, not ${shown(value)}`)
}

/** Mistakes that have names of their own. */
const CODES: Readonly<Record<string, string>> = { danger: 'DANGER_INVALID', run: 'RUN_MISSING' }

/** Says that a member does not exist, and which one may be meant. */
export function unknownMember(name: string, known: readonly string[]): string {
  const at = name.lastIndexOf('.') + 1
  const near = closest(name.slice(at), known)
  const fix = near === undefined ? 'remove it' : `did you mean ${name.slice(0, at)}${near}?`
  return `has a member '${name}', which does not exist; ${fix}`
}

function namesIn(kinds: Kinds): readonly string[] {
  return typeof kinds === 'string' ? [] : Object.keys(kinds).filter((name) => name !== '')
}

function choicesIn(kinds: string): readonly string[] {
  return kinds.match(/'[^']*'/g) ?? []
}

const WORDS: Readonly<Record<string, string>> = {
  T: 'a text',
  N: 'a number from 0',
  B: 'true or false',
  F: 'a function',
  L: 'a list',
  O: 'an object',
  E: "an object of texts, as in { GONE: 'NOT_FOUND' }",
  S: 'a schema, such as s.object({ ... })',
  M: 'an object of schemas, as in { name: s.string() }',
}

function wordsFor(kinds: string, hasMembers: boolean): readonly string[] {
  const letters = kinds.replaceAll(/'[^']*'|!/g, '').split('')
  return [...letters, ...(hasMembers && !letters.includes('O') ? ['O'] : [])].flatMap(
    (letter) => WORDS[letter] ?? [],
  )
}

/** Shows a value in a message to an author. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 50)}'`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
