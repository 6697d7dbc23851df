import type { Description, KnownCalls } from 'surety/unstable/description'

/** What a description says of its commands, by what they do. */
export interface Claims {
  readonly reads: readonly string[]
  readonly changes: readonly string[]
  readonly destroys: readonly string[]
  readonly reveals: readonly string[]
  /** Those of which nothing is said, and which are never taken for reads. */
  readonly open: readonly string[]
}

export function claimsOf({ commands = {} }: Description): Claims {
  const of = (test: (command: NonNullable<Description['commands']>[string]) => boolean) =>
    Object.entries(commands)
      .filter(([, command]) => test(command))
      .map(([path]) => path || '(the program)')
      .toSorted()
  return {
    reads: of(({ danger }) => danger === 'safe'),
    changes: of(({ danger }) => danger === 'mutating'),
    destroys: of(({ danger }) => danger === 'destructive'),
    reveals: of(({ reveals }) => reveals === true),
    open: of(({ danger }) => danger === undefined),
  }
}

/** Says what would be a read now and was none before, and the other way round. */
export function differenceOf(before: KnownCalls, after: KnownCalls): readonly string[] {
  const [old, now] = [readsOf(before), readsOf(after)]
  const lines = [...now].flatMap(([path, flags]) => {
    const known = old.get(path)
    if (known === undefined) return [`+ reads: ${path || '(the program)'}`]
    const added = flags.filter((flag) => !known.includes(flag))
    return added.length > 0 ? [`+ reads: ${path} ${added.join(' ')}`] : []
  })
  const gone = [...old.keys()].filter((path) => !now.has(path))
  return [...lines, ...gone.map((path) => `- reads no longer: ${path || '(the program)'}`)]
}

function readsOf({ commands }: KnownCalls): ReadonlyMap<string, readonly string[]> {
  const reading = Object.entries(commands).filter(
    ([, { reads, changes }]) => reads !== undefined && changes !== true,
  )
  return new Map(
    reading.map(([path, { reads = '' }]) => [path, reads.split(' ').filter((each) => each !== '')]),
  )
}
