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
  const comparison = new Comparison(locked, current)
  if (locked.dialect !== current.dialect)
    comparison.report(
      'breaking',
      'dialect',
      `was ${locked.dialect ?? 'none'}, is ${current.dialect ?? 'none'}`,
    )
  for (const [path, before] of Object.entries(locked.commands)) {
    const after = current.commands[path]
    if (after === undefined) comparison.removed(path, before)
    else comparison.command(path, before, after)
  }
  for (const path of Object.keys(current.commands))
    if (!Object.hasOwn(locked.commands, path))
      comparison.report('additive', path, 'the command is new')
  return comparison.changes
}

const DANGERS = ['safe', 'mutating', 'destructive']

class Comparison {
  readonly changes: ContractChange[] = []
  readonly #commands: ContractLock['commands']
  readonly #redirects: Readonly<Record<string, string>>
  readonly #announced: ReadonlySet<string>

  constructor(locked: ContractLock, current: ContractLock) {
    this.#commands = current.commands
    this.#redirects = { ...locked.declared.redirects, ...current.declared.redirects }
    this.#announced = new Set([...locked.declared.deprecated, ...Object.keys(this.#redirects)])
  }

  report(kind: ContractChange['kind'], at: string, message: string): void {
    this.changes.push({ kind, at, message })
  }

  removed(path: string, before: LockedCommand): void {
    const names = [path, path.replaceAll('.', ' '), path.split('.').at(-1)!]
    const heir = Object.entries(this.#commands).find(([, { aliases }]) =>
      aliases.some((alias) => names.includes(alias)),
    )
    const successor = this.#redirects[path]
    if (heir !== undefined) this.report('additive', path, `is now an alias of ${heir[0]}`)
    else if (successor !== undefined && Object.hasOwn(this.#commands, successor))
      this.report('announced', path, `the command is gone, callers are redirected to ${successor}`)
    else if (before.deprecated === true || (this.#announced.has(path) && successor === undefined))
      this.report('announced', path, 'the deprecated command is gone')
    else if (successor !== undefined)
      this.report('breaking', path, `the command is gone, and so is its successor ${successor}`)
    else this.report('breaking', path, 'the command is gone')
  }

  command(path: string, before: LockedCommand, after: LockedCommand): void {
    const [was, is] = [DANGERS.indexOf(before.danger ?? ''), DANGERS.indexOf(after.danger ?? '')]
    if (was !== is && was >= 0 && is >= 0)
      this.report(
        is > was ? 'breaking' : 'additive',
        path,
        `was ${before.danger}, is ${after.danger}`,
      )
    for (const alias of before.aliases)
      if (!after.aliases.includes(alias))
        this.report('breaking', path, `the alias ${alias} is gone`)
    this.#flags(path, before.flags, after.flags)
    this.#exits(path, before.exits, after.exits)
    for (const [name, word] of [
      ['errors', 'error code'],
      ['types', 'result type'],
    ] as const) {
      // What was not seen in the fixtures of one day is not gone.
      for (const each of after[name])
        if (!before[name].includes(each) && before[name].length > 0)
          this.report('additive', path, `the ${word} ${each} is new`)
      for (const each of before[name])
        if (!after[name].includes(each))
          this.report('breaking', path, `the ${word} ${each} is gone`)
    }
    this.#fields(path, before.fields, after.fields)
  }

  #flags(path: string, before: LockedCommand['flags'], after: LockedCommand['flags']): void {
    for (const [name, flag] of Object.entries(before)) {
      const at = flagPlace(path, name, flag)
      const now = after[name]
      if (now !== undefined) this.#flag(at, flag, now)
      else {
        const isAnnounced = flag.deprecated === true || this.#announced.has(at)
        this.report(isAnnounced ? 'announced' : 'breaking', at, `the ${kindOf(flag)} is gone`)
      }
    }
    for (const [name, flag] of Object.entries(after)) {
      if (Object.hasOwn(before, name)) continue
      const message = `the ${kindOf(flag)} is new${flag.required ? ' and required' : ''}`
      this.report(flag.required ? 'breaking' : 'additive', flagPlace(path, name, flag), message)
    }
  }

  #flag(at: string, flag: LockedFlag, now: LockedFlag): void {
    if (now.type !== flag.type)
      this.report(
        now.type === 'string' ? 'additive' : 'breaking',
        at,
        `was ${flag.type}, is ${now.type}`,
      )
    if (now.required && !flag.required) this.report('breaking', at, 'is required now')
    if (!now.required && flag.required) this.report('additive', at, 'is optional now')
    if (kindOf(now) !== kindOf(flag))
      this.report('breaking', at, now.positional === true ? 'is an argument now' : 'is a flag now')
    if (flag.values !== undefined && now.values !== undefined) {
      for (const value of flag.values)
        if (!now.values.includes(value)) this.report('breaking', at, `no longer takes ${value}`)
      for (const value of now.values)
        if (!flag.values.includes(value)) this.report('additive', at, `also takes ${value}`)
    }
    if (now.deprecated === true && flag.deprecated !== true)
      this.report('additive', at, 'is deprecated now')
  }

  #exits(path: string, before: LockedCommand['exits'], after: LockedCommand['exits']): void {
    // A command that was known by name alone had exits too.
    if (Object.keys(before).length === 0) return
    for (const [number, name] of Object.entries(before)) {
      const at = `${path} exit ${number}`
      const now = after[number]
      if (now === undefined) this.report('breaking', at, `${name || 'the exit'} is gone`)
      else if (now !== name && name !== '' && now !== '')
        this.report('breaking', at, `meant ${name}, means ${now}`)
    }
    for (const [number, name] of Object.entries(after))
      if (!Object.hasOwn(before, number))
        this.report('additive', `${path} exit ${number}`, `${name || 'the exit'} is new`)
  }

  #fields(path: string, before: LockedCommand['fields'], after: LockedCommand['fields']): void {
    for (const [field, types] of Object.entries(before)) {
      const at = fieldPlace(path, field)
      const now = after[field]
      if (now === undefined) {
        // An empty list or a null says nothing about what would be in it.
        if (hidesMembers(field, after)) continue
        this.report(this.#announced.has(at) ? 'announced' : 'breaking', at, 'the field is gone')
        continue
      }
      const added = now.split('|').filter((type) => !types.split('|').includes(type))
      if (added.length > 0) this.report('breaking', at, `was ${words(types)}, is ${words(now)}`)
      else if (now !== types)
        this.report('additive', at, `was ${words(types)}, is only ${words(now)}`)
    }
    if (Object.keys(before).length === 0) return
    for (const field of Object.keys(after))
      if (!Object.hasOwn(before, field) && !hidesMembers(field, before))
        this.report('additive', fieldPlace(path, field), 'the field is new')
  }
}

function kindOf({ positional }: LockedFlag): string {
  return positional === true ? 'argument' : 'flag'
}

function words(types: string): string {
  return types.replaceAll('|', ' or ')
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

function flagPlace(path: string, name: string, { positional }: LockedFlag): string {
  return positional === true ? `${path} <${name}>` : `${path} --${name}`
}

function fieldPlace(path: string, field: string): string {
  return field === '' ? `${path} data` : `${path} data${field.startsWith('[') ? '' : '.'}${field}`
}
