import type { ContractLock, LockedCommand, LockedFlag } from './contract-lock.ts'

/**
 * A difference between two contracts. `breaking` can fail a caller that was right before, `additive` cannot,
 * `announced` would break but was deprecated before or has a declared successor.
 */
export interface ContractChange {
  readonly kind: 'breaking' | 'additive' | 'announced'
  /** Such as `volume.list --zone` or `volume.list data.items[].id`. */
  readonly at: string
  readonly message: string
}

export function compareLocks(
  locked: ContractLock,
  current: ContractLock,
): readonly ContractChange[] {
  const changes: ContractChange[] = []
  const redirects = { ...locked.declared.redirects, ...current.declared.redirects }
  const announced = new Set([...locked.declared.deprecated, ...Object.keys(redirects)])
  const report: Report = (kind, at, message) => void changes.push({ kind, at, message })
  const removal = (at: string) => (announced.has(at) ? 'announced' : 'breaking')
  if (locked.dialect !== current.dialect)
    report(
      'breaking',
      'dialect',
      `was ${locked.dialect ?? 'none'}, is ${current.dialect ?? 'none'}`,
    )
  eachMember(locked.commands, current.commands, (path, before, after) => {
    if (before && after) compareCommands(report, removal, path, before, after)
    else if (!before) report('additive', path, 'the command is new')
    else {
      const successor = redirects[path]
      const isAnnounced = before.deprecated === true || (announced.has(path) && !successor)
      report(...successionOf(path, isAnnounced, current.commands, successor))
    }
  })
  return changes
}

type Report = (kind: ContractChange['kind'], at: string, message: string) => void

/** Visits what two records have: the members of the first, then those that only the second has. */
function eachMember<Member>(
  before: Readonly<Record<string, Member>>,
  after: Readonly<Record<string, Member>>,
  visit: (name: string, was: Member | undefined, is: Member | undefined) => void,
): void {
  for (const [name, was] of Object.entries(before)) visit(name, was, after[name])
  for (const [name, is] of Object.entries(after))
    if (!Object.hasOwn(before, name)) visit(name, undefined, is)
}

/** Says what became of a command that is gone. */
function successionOf(
  path: string,
  isAnnounced: boolean,
  commands: ContractLock['commands'],
  successor: string | undefined,
): Parameters<Report> {
  const names = [path, path.replaceAll('.', ' '), path.split('.').at(-1)!]
  const heir = Object.keys(commands).find((name) =>
    commands[name]!.aliases.some((alias) => names.includes(alias)),
  )
  if (heir !== undefined) return ['additive', path, `is now an alias of ${heir}`]
  if (successor !== undefined && Object.hasOwn(commands, successor))
    return ['announced', path, `the command is gone, callers are redirected to ${successor}`]
  if (isAnnounced) return ['announced', path, 'the deprecated command is gone']
  if (successor !== undefined)
    return ['breaking', path, `the command is gone, and so is its successor ${successor}`]
  return ['breaking', path, 'the command is gone']
}

const DANGERS = ['safe', 'mutating', 'destructive']

function compareCommands(
  report: Report,
  removal: (at: string) => 'announced' | 'breaking',
  path: string,
  before: LockedCommand,
  after: LockedCommand,
): void {
  const [was, is] = [DANGERS.indexOf(before.danger ?? ''), DANGERS.indexOf(after.danger ?? '')]
  if (was !== is && was >= 0 && is >= 0)
    report(is > was ? 'breaking' : 'additive', path, `was ${before.danger}, is ${after.danger}`)
  for (const alias of onlyIn(before.aliases, after.aliases))
    report('breaking', path, `the alias ${alias} is gone`)
  eachMember(before.flags, after.flags, (name, flag, now) => {
    const at = (flag ?? now)!.positional ? `${path} <${name}>` : `${path} --${name}`
    if (flag && now) compareFlags(report, at, flag, now)
    else if (flag)
      report(flag.deprecated ? 'announced' : removal(at), at, `the ${kindOf(flag)} is gone`)
    else if (now!.required) report('breaking', at, `the ${kindOf(now!)} is new and required`)
    else report('additive', at, `the ${kindOf(now!)} is new`)
  })
  compareExits(report, path, before.exits, after.exits)
  for (const [name, word] of [
    ['errors', 'error code'],
    ['types', 'result type'],
  ] as const) {
    // What was not seen in the fixtures of one day is not gone.
    for (const each of before[name].length > 0 ? onlyIn(after[name], before[name]) : [])
      report('additive', path, `the ${word} ${each} is new`)
    for (const each of onlyIn(before[name], after[name]))
      report('breaking', path, `the ${word} ${each} is gone`)
  }
  // A lock of an earlier version of the kit has no scopes; nobody knows what it would have said.
  if (before.scopes && after.scopes) {
    for (const scope of onlyIn(after.scopes, before.scopes))
      report('breaking', path, `the scope ${scope} is needed now`)
    for (const scope of onlyIn(before.scopes, after.scopes))
      report('additive', path, `the scope ${scope} is no longer needed`)
  }
  eachMember(before.fields, after.fields, (field, types, now) => {
    const at = `${path} data${field === '' || field.startsWith('[') ? '' : '.'}${field}`
    // An empty list or a null says nothing about what would be in it.
    const isHidden = hidesMembers(field, types === undefined ? before.fields : after.fields)
    if (types !== undefined && now !== undefined) compareTypes(report, at, types, now)
    else if (types !== undefined && !isHidden) report(removal(at), at, 'the field is gone')
    else if (types === undefined && !isHidden && Object.keys(before.fields).length > 0)
      report('additive', at, 'the field is new')
  })
}

function onlyIn(list: readonly string[], other: readonly string[]): readonly string[] {
  return list.filter((each) => !other.includes(each))
}

function compareFlags(report: Report, at: string, flag: LockedFlag, now: LockedFlag): void {
  if (now.type !== flag.type)
    report(now.type === 'string' ? 'additive' : 'breaking', at, `was ${flag.type}, is ${now.type}`)
  if (now.required && !flag.required) report('breaking', at, 'is required now')
  if (!now.required && flag.required) report('additive', at, 'is optional now')
  if (kindOf(now) !== kindOf(flag))
    report('breaking', at, now.positional === true ? 'is an argument now' : 'is a flag now')
  if (flag.values !== undefined && now.values !== undefined) {
    for (const value of onlyIn(flag.values, now.values))
      report('breaking', at, `no longer takes ${value}`)
    for (const value of onlyIn(now.values, flag.values))
      report('additive', at, `also takes ${value}`)
  }
  if (now.deprecated === true && flag.deprecated !== true)
    report('additive', at, 'is deprecated now')
}

function compareExits(
  report: Report,
  path: string,
  before: LockedCommand['exits'],
  after: LockedCommand['exits'],
): void {
  // A command that was known by name alone had exits too.
  if (Object.keys(before).length === 0) return
  eachMember(before, after, (number, name, now) => {
    const at = `${path} exit ${number}`
    if (now === undefined) report('breaking', at, `${name || 'the exit'} is gone`)
    else if (name === undefined) report('additive', at, `${now || 'the exit'} is new`)
    else if (now !== name && name !== '' && now !== '')
      report('breaking', at, `meant ${name}, means ${now}`)
  })
}

function compareTypes(report: Report, at: string, types: string, now: string): void {
  const words = (list: string) => list.replaceAll('|', ' or ')
  if (onlyIn(now.split('|'), types.split('|')).length > 0)
    report('breaking', at, `was ${words(types)}, is ${words(now)}`)
  else if (now !== types) report('additive', at, `was ${words(types)}, is only ${words(now)}`)
}

function kindOf({ positional }: LockedFlag): string {
  return positional === true ? 'argument' : 'flag'
}

function hidesMembers(field: string, fields: LockedCommand['fields']): boolean {
  const above = [...field.matchAll(/\[\]|\./g)].map(
    ({ index, 0: mark }) => [field.slice(0, index), mark] as const,
  )
  return above.some(([path, mark]) => {
    const types = fields[path]?.split('|')
    if (types === undefined) return false
    return mark === '[]' ? fields[`${path}[]`] === undefined : !types.includes('object')
  })
}
