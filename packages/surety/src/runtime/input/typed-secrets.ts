import { closest } from '@surety/internal/closest.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { commandOf, groupOf, loadMember } from '../declare/command-tree.ts'
import type { Members } from '../declare/types/member-tree.ts'
import { findFlag } from '../declare/framework-flags.ts'
import type { Shape } from '../declare/standard-schema.ts'
import { isSecret, isSwitch, paramsOf, readyFor } from '../line/params.ts'
import { learnSecret, type Run } from '../run/run-state.ts'

interface Field {
  readonly isSecret: boolean
  readonly isSwitch: boolean
}

/** The names of a tool's inputs as {@link plain} writes them, and the letters of its short options. */
interface Names {
  readonly long: Map<string, Field>
  readonly short: Map<string, Field>
}

/**
 * Tells the redactor every word of a refused call that may be a secret, by the names that the tool declares secret:
 * in whatever place, with whatever dashes and signs it was written. A call that is refused was not understood, so
 * the parser cannot tell.
 */
export async function learnTypedSecrets(
  run: Run,
  argv: readonly string[] = run.world.argv,
): Promise<void> {
  const names = await namesOf(run, argv)
  // Quotation marks that the shell did not take away, and several words in one, hide a name.
  const parts = argv.flatMap((word) => word.split(QUOTES).filter((part) => part !== ''))
  for (const words of [argv, parts])
    for (const [at, word] of words.entries())
      for (const secret of secretsIn(word, words[at + 1], names)) learnSecret(run, secret)
  for (const [, name = '', value = ''] of argv.join(' ').matchAll(MEMBERS))
    if (names.long.get(plain(name))?.isSecret) learnSecret(run, value)
}

const QUOTES = /[\s"'`]+/

/** Members as in `{"key":"abc"}` and `{key: abc}`; a name is tried from its start only, or long words take minutes. */
const MEMBERS = /(?<![\w-])([\w-]+)["'`]?\s?[=:]\s?["'`]?([^"'`,;{}\s]+)/g

async function namesOf(run: Run, argv: readonly string[]): Promise<Names> {
  const names: Names = { long: new Map(), short: new Map() }
  const { globals = {}, commands } = run.cli.declaration
  await addMembers(names, commands, argv)
  const { args = {}, options = {} } = run.command?.declaration ?? {}
  // What the called command says about a name counts more than what others say.
  for (const shape of [globals, options, args]) await addShape(names, shape, true)
  return names
}

/** Adds the inputs of all commands that are there, and of those that the line names. */
async function addMembers(names: Names, members: Members, argv: readonly string[]): Promise<void> {
  for (const [name, member] of Object.entries(members)) {
    let found = commandOf(member) ?? groupOf(member)
    // A module that cannot be loaded is reported by whoever needs it.
    if (!found && argv.includes(name)) found = await loadMember([name], member).catch(() => null)
    const group = groupOf(found)
    if (group) await addMembers(names, group.commands, argv)
    const { args = {}, options = {} } = commandOf(found)?.declaration ?? {}
    for (const shape of [options, args]) await addShape(names, shape, false)
  }
}

async function addShape({ long, short }: Names, shape: Shape, isOwn: boolean): Promise<void> {
  try {
    await readyFor(shape)
    for (const param of paramsOf('options', shape)) {
      const { aliases = [], mistakes = [], short: letter } = param.def
      const field = { isSecret: isSecret(param), isSwitch: isSwitch(param) }
      const add = (to: Map<string, Field>, name: string): void => {
        if (isOwn || !to.has(name) || field.isSecret) to.set(name, field)
      }
      for (const name of [param.key, ...aliases, ...mistakes]) add(long, plain(name))
      if (letter !== undefined) add(short, letter)
    }
  } catch {
    // What is declared wrongly is refused elsewhere.
  }
}

/** Writes a name so that `apiKey`, `api-key` and `API_KEY` are one. */
function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}

/** Every sign that somebody, or an editor that corrects texts, writes for a dash. */
const WORD = /^([-\u2010-\u2015\u2212]*)([^=:]*)(?:[=:]([^]*))?$/

function secretsIn(word: string, next: string | undefined, names: Names): readonly string[] {
  const [, dashes = '', name = '', value] = WORD.exec(word) ?? []
  if (dashes === '' && value === undefined) return []
  const isSecret = nameIsSecret(name, names)
  if (isSecret) return value === undefined && isOption(next, names) ? [] : [value ?? next ?? '']
  if (isSecret === false || dashes === '') return []
  const body = word.slice(dashes.length)
  const joined = [...names.long].find(
    ([long, named]) => named.isSecret && plain(name).startsWith(long),
  )
  if (joined) {
    // Ways of the framework to hand a secret over; what follows them is no secret.
    const isWay = /^from(?:env|file)$/.test(plain(name).slice(joined[0].length))
    return isWay ? [] : restsAfter(body, joined[0])
  }
  return dashes.length === 1 ? inCluster(body, next, names) : []
}

/** Tells whether a name is that of a secret; undefined if nothing is called like it. */
function nameIsSecret(typed: string, { long, short }: Names): boolean | undefined {
  const name = plain(typed)
  const known = long.get(name) ?? long.get(name.replace(/^no/, '')) ?? short.get(typed)
  if (known) return known.isSecret
  if (typed.length < 2) return undefined
  if (findFlag(typed)) return false
  if (isSecretName(typed.replace(/^no-/, ''))) return true
  const near = closest(name, long.keys())
  // Of a name that only begins like it, the rest may be the value.
  return near === undefined || name.startsWith(near) ? undefined : long.get(near)!.isSecret
}

/** Tests for an option that exists, which is no value of the option before it. */
function isOption(word: string | undefined, { long, short }: Names): boolean {
  const [, name] = /^--?([^=]+)/.exec(word ?? '') ?? []
  if (name === undefined) return false
  return long.has(plain(name)) || short.has(name) || findFlag(name) !== undefined
}

/** The rest of `keyabc`, and of it what follows a sign. */
function restsAfter(body: string, name: string): readonly string[] {
  let left = name.length
  let at = 0
  for (; left > 0; at += 1) if (!/[-_]/.test(body[at]!)) left -= 1
  const rest = body.slice(at)
  return [rest, rest.replace(/^[^=:]*[=:]/, '')]
}

/** Reads `-kabc` and `-xkabc`; the first letter of a secret's name may stand for it too. */
function inCluster(
  body: string,
  next: string | undefined,
  { long, short }: Names,
): readonly string[] {
  for (let at = 0; at < body.length; at += 1) {
    const letter = body[at]!
    const rest = body.slice(at + 1).replace(/^[=:]/, '')
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const known = short.get(letter) ?? short.get(other)
    if (known?.isSecret) return [rest || (next ?? '')]
    const begins = [...long].some(
      ([name, named]) => named.isSecret && name.startsWith(letter.toLowerCase()),
    )
    if (!known && begins && rest.length > 1) return [rest]
    if (known && !known.isSwitch) return []
  }
  return []
}
