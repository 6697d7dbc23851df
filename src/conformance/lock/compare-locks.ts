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

/** Compares a contract with the one that was locked, and classifies every difference. */
export function compareLocks(
  locked: ContractLock,
  current: ContractLock,
): readonly ContractChange[] {
  const changes: ContractChange[] = []
  const report: Report = (kind, at, message) => void changes.push({ kind, at, message })
  if (locked.dialect !== current.dialect)
    report(
      'breaking',
      'dialect',
      `was ${locked.dialect ?? 'none'}, is ${current.dialect ?? 'none'}`,
    )
  const redirects = { ...locked.declared.redirects, ...current.declared.redirects }
  const announced = new Set([...locked.declared.deprecated, ...Object.keys(redirects)])
  for (const [path, before] of Object.entries(locked.commands)) {
    const after = current.commands[path]
    if (after === undefined) removedCommand(path, before, current, redirects, announced, report)
    else compareCommands(path, before, after, announced, report)
  }
  for (const path of Object.keys(current.commands))
    if (!Object.hasOwn(locked.commands, path)) report('additive', path, 'the command is new')
  return changes
}

type Report = (kind: ContractChange['kind'], at: string, message: string) => void

function removedCommand(
  path: string,
  before: LockedCommand,
  current: ContractLock,
  redirects: Readonly<Record<string, string>>,
  announced: ReadonlySet<string>,
  report: Report,
): void {
  const spelled = path.replaceAll('.', ' ')
  const heir = Object.entries(current.commands).find(([, { aliases }]) =>
    aliases.some(
      (alias) => alias === path || alias === spelled || alias === path.split('.').at(-1),
    ),
  )
  const successor = redirects[path]
  if (heir !== undefined) report('additive', path, `is now an alias of ${heir[0]}`)
  else if (successor !== undefined && Object.hasOwn(current.commands, successor))
    report('announced', path, `the command is gone, callers are redirected to ${successor}`)
  else if (before.deprecated === true || (announced.has(path) && successor === undefined))
    report('announced', path, 'the deprecated command is gone')
  else if (successor !== undefined)
    report('breaking', path, `the command is gone, and so is its successor ${successor}`)
  else report('breaking', path, 'the command is gone')
}

function compareCommands(
  path: string,
  before: LockedCommand,
  after: LockedCommand,
  announced: ReadonlySet<string>,
  report: Report,
): void {
  const [was, is] = [DANGERS.indexOf(before.danger ?? ''), DANGERS.indexOf(after.danger ?? '')]
  if (was !== is && was >= 0 && is >= 0)
    report(is > was ? 'breaking' : 'additive', path, `was ${before.danger}, is ${after.danger}`)
  for (const alias of before.aliases)
    if (!after.aliases.includes(alias)) report('breaking', path, `the alias ${alias} is gone`)
  compareFlags(path, before.flags, after.flags, announced, report)
  compareExits(path, before.exits, after.exits, report)
  for (const [name, word] of [
    ['errors', 'error code'],
    ['types', 'result type'],
  ] as const) {
    // What was not seen in the fixtures of one day is not gone.
    for (const each of after[name])
      if (!before[name].includes(each) && before[name].length > 0)
        report('additive', path, `the ${word} ${each} is new`)
    for (const each of before[name])
      if (!after[name].includes(each)) report('breaking', path, `the ${word} ${each} is gone`)
  }
  compareFields(path, before.fields, after.fields, announced, report)
}

const DANGERS = ['safe', 'mutating', 'destructive']

function compareFlags(
  path: string,
  before: LockedCommand['flags'],
  after: LockedCommand['flags'],
  announced: ReadonlySet<string>,
  report: Report,
): void {
  for (const [name, flag] of Object.entries(before)) {
    const at = flagPlace(path, name, flag)
    const now = after[name]
    if (now === undefined) {
      const isAnnounced = flag.deprecated === true || announced.has(at)
      const what = flag.positional === true ? 'argument' : 'flag'
      report(isAnnounced ? 'announced' : 'breaking', at, `the ${what} is gone`)
      continue
    }
    if (now.type !== flag.type && now.type !== 'string')
      report('breaking', at, `was ${flag.type}, is ${now.type}`)
    else if (now.type !== flag.type) report('additive', at, `was ${flag.type}, is ${now.type}`)
    if (now.required && !flag.required) report('breaking', at, 'is required now')
    if (!now.required && flag.required) report('additive', at, 'is optional now')
    if ((now.positional === true) !== (flag.positional === true))
      report('breaking', at, now.positional === true ? 'is an argument now' : 'is a flag now')
    compareValues(at, flag, now, report)
    if (now.deprecated === true && flag.deprecated !== true)
      report('additive', at, 'is deprecated now')
  }
  for (const [name, flag] of Object.entries(after)) {
    if (Object.hasOwn(before, name)) continue
    const what = flag.positional === true ? 'argument' : 'flag'
    report(
      flag.required ? 'breaking' : 'additive',
      flagPlace(path, name, flag),
      flag.required ? `the ${what} is new and required` : `the ${what} is new`,
    )
  }
}

function compareValues(at: string, before: LockedFlag, after: LockedFlag, report: Report): void {
  if (before.values === undefined || after.values === undefined) return
  for (const value of before.values)
    if (!after.values.includes(value)) report('breaking', at, `no longer takes ${value}`)
  for (const value of after.values)
    if (!before.values.includes(value)) report('additive', at, `also takes ${value}`)
}

function compareExits(
  path: string,
  before: LockedCommand['exits'],
  after: LockedCommand['exits'],
  report: Report,
): void {
  // A command that was known by name alone had exits too.
  if (Object.keys(before).length === 0) return
  for (const [number, name] of Object.entries(before)) {
    const at = `${path} exit ${number}`
    const now = after[number]
    if (now === undefined) report('breaking', at, `${name || 'the exit'} is gone`)
    else if (now !== name && name !== '' && now !== '')
      report('breaking', at, `meant ${name}, means ${now}`)
  }
  for (const [number, name] of Object.entries(after))
    if (!Object.hasOwn(before, number))
      report('additive', `${path} exit ${number}`, `${name || 'the exit'} is new`)
}

function compareFields(
  path: string,
  before: LockedCommand['fields'],
  after: LockedCommand['fields'],
  announced: ReadonlySet<string>,
  report: Report,
): void {
  for (const [field, types] of Object.entries(before)) {
    const at = fieldPlace(path, field)
    const now = after[field]
    // An empty list or a null says nothing about what would be in it.
    if (now === undefined && hidesMembers(field, after)) continue
    if (now === undefined) {
      report(announced.has(at) ? 'announced' : 'breaking', at, 'the field is gone')
      continue
    }
    const added = now.split('|').filter((type) => !types.split('|').includes(type))
    if (added.length > 0) report('breaking', at, `was ${words(types)}, is ${words(now)}`)
    else if (now !== types) report('additive', at, `was ${words(types)}, is only ${words(now)}`)
  }
  for (const field of Object.keys(after)) {
    if (Object.hasOwn(before, field) || hidesMembers(field, before)) continue
    if (Object.keys(before).length > 0)
      report('additive', fieldPlace(path, field), 'the field is new')
  }
}

function words(types: string): string {
  return types.replaceAll('|', ' or ')
}

/** Tests whether a list above the field has no item, or an object above it is always null. */
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

function flagPlace(path: string, name: string, { positional }: LockedFlag): string {
  return positional === true ? `${path} <${name}>` : `${path} --${name}`
}

function fieldPlace(path: string, field: string): string {
  return field === '' ? `${path} data` : `${path} data${field.startsWith('[') ? '' : '.'}${field}`
}
