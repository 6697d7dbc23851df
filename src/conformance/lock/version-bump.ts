import type { ContractChange } from './compare-locks.ts'

/** The part of a version that changes demand. */
export type Bump = 'major' | 'minor' | 'patch'

/** What the version of a tool must be, and whether it is. */
export interface VersionVerdict {
  readonly locked: string | null
  readonly current: string | null
  /** Null if nothing changed. */
  readonly bump: Bump | null
  /** The lowest version that the changes allow; null if there is none to count from. */
  readonly needed: string | null
  readonly is_enough: boolean
}

/**
 * Judges the version by semantic versioning: breaking changes need a new major version, others a new minor
 * one; below 1.0.0 one part further down. A tool without a version can change nothing that breaks.
 */
export function judgeVersion(
  locked: string | null,
  current: string | null,
  changes: readonly ContractChange[],
): VersionVerdict {
  const facts = { locked, current }
  if (changes.length === 0) return { ...facts, bump: null, needed: null, is_enough: true }
  const isBreaking = changes.some(({ kind }) => kind === 'breaking')
  const from = parse(locked)
  const to = parse(current)
  if (from === undefined || to === undefined) {
    const bump = isBreaking ? ('major' as const) : ('minor' as const)
    return { ...facts, bump, needed: null, is_enough: !isBreaking }
  }
  const bump = bumpOf(isBreaking, from[0] === 0)
  const needed = raise(from, bump)
  return { ...facts, bump, needed: needed.join('.'), is_enough: compare(to, needed) >= 0 }
}

type Version = readonly [number, number, number]

function parse(text: string | null): Version | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text ?? '') ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch ?? 0)]
}

function bumpOf(isBreaking: boolean, isEarly: boolean): Bump {
  if (isBreaking) return isEarly ? 'minor' : 'major'
  return isEarly ? 'patch' : 'minor'
}

function raise([major, minor, patch]: Version, bump: Bump): Version {
  if (bump === 'major') return [major + 1, 0, 0]
  return bump === 'minor' ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
