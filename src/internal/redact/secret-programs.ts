import rows from './secret-programs.json' with { type: 'json' }

/** How a program takes a secret in a way that no name gives away. */
export interface Habit {
  /** Options with a secret: `-p x`, `-px`, `--body x`, `--body=x`. */
  readonly options?: readonly string[]
  /** Options whose next word is a secret, and that may be the start of others. */
  readonly next?: readonly string[]
  /** Starts of words that go on with the secret, where the next word means something else: `mysql -px`. */
  readonly joined?: readonly string[]
  /** Options with user and password: `curl -u ada:x`. */
  readonly pair?: readonly string[]
  /** Options whose value holds a secret only if it has this character: `curl -b sid=x`. */
  readonly having?: Readonly<Record<string, string>>
  /** Words that are followed by a secret, and how many words later; 0 for all. The program itself is ''. */
  readonly after?: Readonly<Record<string, number>>
  /** With this option, the last word is a secret: `htpasswd -b file ada x`. */
  readonly last?: RegExp
  /** Words are `user/password`, as Oracle takes them. */
  readonly slash?: true
  /** Every `NAME=value` is a secret. */
  readonly assigned?: true
  /** Names of settings are followed by their values: `nmcli con modify home wifi-sec.psk x`. */
  readonly settings?: true
  /** All of this counts only behind one of these words: `docker login -p x`, but `docker run -p 80:80`. */
  readonly behind?: readonly string[]
}

type Row = readonly [programs: string, ...(Omit<Habit, 'last'> & { readonly last?: string })[]]

/** What `-u` and `--user` hold, unless a program takes something else there. */
export const USUAL: Habit = { pair: ['-u', '--user', '--proxy-user'] }

const OTHER_USER = new Set(
  'docker podman nerdctl buildah helm oras git rsync sudo chown install kubectl'.split(' '),
)

let programs: Map<string, readonly Habit[]> | undefined

/** Returns the habits of a program; undefined if it has none of its own. */
export function habitsOf(program: string): readonly Habit[] | undefined {
  if (!programs) {
    programs = new Map([...OTHER_USER].map((name) => [name, []]))
    for (const [names, ...given] of rows as unknown as readonly Row[]) {
      const habits = given.map(({ last, ...rest }) => ({
        ...rest,
        ...(last !== undefined && { last: new RegExp(last) }),
      }))
      const usual = habits.some(({ pair }) => pair) ? [] : [USUAL]
      for (const name of names.split(' '))
        programs.set(name, [...(programs.get(name) ?? usual), ...habits])
    }
  }
  return programs.get(program)
}
