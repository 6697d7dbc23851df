import measured from './measured.json' with { type: 'json' }

/** A share that was counted in transcripts. */
export interface Share {
  readonly yes: number
  readonly of: number
  /** Whether it was counted in the runs of this policy, or in all runs because those have too few cases. */
  readonly from: 'own' | 'pooled'
}

export type Habit = keyof (typeof measured)['pooled']['shares']

/** How an agent types and what it does next. */
export interface Policy {
  readonly name: string
  /** The policy whose draws it has, if that is another one. */
  readonly seedName?: string
  readonly title: string
  /** What stands behind the program in its lines, and how often. */
  readonly ends: readonly (readonly [end: string, count: number])[]
  readonly chances: Readonly<Record<Habit, number>>
  readonly shares: Readonly<Record<Habit, Share>>
}

const HABITS = Object.keys(measured.pooled.shares) as Habit[]

/** The three policies whose numbers `measure.ts` counted. */
export const POLICIES: readonly Policy[] = Object.entries(measured.policies).map(
  ([name, { title, ends, shares: own }]) => {
    const shares = record((habit) =>
      own[habit].of < measured.min_cases
        ? { ...measured.pooled.shares[habit], from: 'pooled' as const }
        : { ...own[habit], from: 'own' as const },
    )
    // Of lines with several commands nothing is known that another program could be typed with.
    const typed = Object.entries(ends).filter(([end]) => end !== 'other')
    return { name, title, ends: typed, shares, chances: record((habit) => chanceOf(shares[habit])) }
  },
)

/** An agent that reads all that is printed and does as it is told: what a build allows at best. */
export const PLAIN: Policy = {
  name: 'plain',
  title: 'every line alone, every hint followed',
  ends: [['', 1]],
  shares: record(() => ({ yes: 1, of: 1, from: 'own' as const })),
  chances: record((habit) =>
    habit === 'asks_json' || habit.startsWith('repeats') || habit.startsWith('tries') ? 0 : 1,
  ),
}

/** Laplace's rule: what never happened in few cases may still happen. */
function chanceOf({ yes, of }: Share): number {
  return (yes + 1) / (of + 2)
}

function record<T>(valueOf: (habit: Habit) => T): Readonly<Record<Habit, T>> {
  return Object.fromEntries(HABITS.map((habit) => [habit, valueOf(habit)])) as Record<Habit, T>
}
