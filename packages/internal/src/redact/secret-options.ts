import { REDACTED, type Redactor } from './redactor.ts'
import { isSecretName, isSurelySecretName } from './secret-name.ts'
import rows from './secret-programs.json' with { type: 'json' }

/** How a program takes a secret in a way that no name gives away. */
interface Habit {
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
const USUAL: Habit = { pair: ['-u', '--user', '--proxy-user'] }

const OTHER_USER = new Set(
  'docker podman nerdctl buildah helm oras git rsync sudo chown install kubectl'.split(' '),
)

let programs: Map<string, readonly Habit[]> | undefined

/** Returns the habits of a program; undefined if it has none of its own. */
function habitsOf(program: string): readonly Habit[] | undefined {
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

interface Place {
  readonly before: string
  /** The last words before it that are no options, the program as ''. */
  readonly recent: readonly string[]
  /** All of them. */
  readonly seen: ReadonlySet<string>
}

/** Redacts the words of a command line that are secrets because of the program or the word before. */
export function redactByPlace(words: readonly string[]): readonly string[] {
  // Those of every program in the line: `ssh host mysql -px`.
  const habits = new Set<Habit>([USUAL])
  const seen = new Set<string>()
  let recent: readonly string[] = []
  let isSetting = false
  let isLast = false
  return words.map((word, index) => {
    const own = habitsOf(word.slice(word.lastIndexOf('/') + 1))
    if (own) {
      habits.delete(USUAL)
      for (const habit of own) habits.add(habit)
      recent = ['']
      isLast = false
      return word
    }
    const before = words[index - 1] ?? ''
    const place = { before, recent, seen }
    const isOption = /^-|^\/[a-z]+(?::|$)/i.test(word)
    let redacted: string | undefined
    for (const habit of habits) {
      if (habit.last?.test(word) === true) isLast = true
      if (habit.behind && !habit.behind.some((name) => seen.has(name))) continue
      redacted ??= isOption ? inOption(word, habit) : inValue(word, habit, place)
    }
    // The name of a setting comes before its value.
    const isSecret =
      !isOption && ((isSetting && isSettingName(before)) || (isLast && index === words.length - 1))
    if (/^(?:config|configure|set)$/.test(before)) isSetting = true
    if (!isOption) {
      recent = [...recent.slice(-4), word]
      seen.add(word)
    }
    return redacted ?? (isSecret ? REDACTED : word)
  })
}

/** Redacts `-px`, `--body=x`, `-uada:x` and `--user=ada:x`. */
function inOption(word: string, habit: Habit): string | undefined {
  const { options = [], joined = [], pair = [], assigned } = habit
  const secrets = [...joined, ...options]
  for (const [at, option] of [...secrets, ...pair].entries()) {
    const start = option.startsWith('--') ? `${option}=` : option
    if (!word.startsWith(start) || word === start) continue
    return start + (at < secrets.length ? REDACTED : withoutPassword(word.slice(start.length)))
  }
  const [, literal] = (assigned && /^(--from-literal=[^\s=]+=)./.exec(word)) || []
  return literal === undefined ? undefined : literal + REDACTED
}

function inValue(word: string, habit: Habit, { before, recent, seen }: Place): string | undefined {
  const { options = [], next = [], joined = [], pair = [], having = {}, after = {} } = habit
  if (options.includes(before) || next.includes(before)) return REDACTED
  // Short options may stand together: `curl -sSu ada:x`.
  const short = /^-[A-Za-z]{2,}$/.test(before) ? `-${before.at(-1)}` : before
  if (pair.includes(before) || (pair.includes(short) && !pair.includes(before.slice(0, 2))))
    return withoutPassword(word)
  const sign = having[before]
  if (sign !== undefined && word.includes(sign)) return REDACTED
  const start = joined.find((each) => word.startsWith(each))
  if (start !== undefined) return start + REDACTED
  const [, name] = (habit.assigned && /^([^\s=]+=)./.exec(word)) || []
  if (name !== undefined) return name + REDACTED
  const [, user] = (habit.slash && /^([\w.$-]+\/)[^\s/]/.exec(word)) || []
  if (user !== undefined) return user + REDACTED
  if (habit.settings && isSettingName(before)) return REDACTED
  const isAfter = Object.entries(after).some(([each, distance]) =>
    distance === 0 ? seen.has(each) : recent.at(-distance) === each,
  )
  return isAfter && !/^[\w.-]+=/.test(word) ? REDACTED : undefined
}

/** Keeps the user of `ada:x`; `1000:1000` is a user and a group. */
function withoutPassword(word: string): string {
  if (/^=?["']?\d+:\d+["']?$/.test(word)) return word
  const [, user, rest] = /^([^\s:%/,]+[:%,])([^]+)$/.exec(word) ?? []
  return user === undefined || rest === undefined ? word : user + REDACTED
}

/** Tests for a name as in `config set //host/:_authToken x`. */
function isSettingName(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf(':')) + 1)
  return /^\w[\w.-]+$/.test(name) && isSurelySecretName(name)
}

/** Applies {@link redactByPlace} to a command line in one text, such as the argument of `sh -c`. */
export function redactCommandText(text: string): string {
  const parts = partsOf(text)
  const words = parts.filter((_, index) => index % 2 === 1)
  const redacted = redactByPlace(words)
  return parts
    .map((part, index) => (index % 2 === 1 ? redacted[(index - 1) / 2] : part))
    .join('')
    .replace(
      /\b((?:echo|printf)\s{1,4})[^|\n]{1,400}(?=\|[^|\n]{0,200}(?:--(?:password-)?stdin|--with-token|chpasswd|sudo\s{1,4}-S|secrets?\s{1,4}(?:set|put|create)))/g,
      `$1${REDACTED} `,
    )
    .replace(/(<<<\s{0,4})(?:'[^']{1,400}'|"[^"]{1,400}"|[^\s]{1,400})/g, `$1${REDACTED}`)
}

/** Splits a text into blanks and words in turn, starting with blanks; quoted blanks are part of a word. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let isWord = false
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    const isBlank = quote === '' && /[\s;|&]/.test(char)
    if (isBlank === isWord) {
      parts.push(text.slice(start, at))
      start = at
      isWord = !isBlank
    }
    if (quote === char) quote = ''
    else if (quote === '' && (char === '"' || char === "'")) quote = char
  }
  return [...parts, text.slice(start)]
}

/** Redacts a command line; the word after an option such as `--token` is redacted as a whole. */
export function redactWords(argv: readonly string[], redactor: Redactor): readonly string[] {
  return redactByPlace(argv).map((word, index) => {
    const before = argv[index - 1] ?? ''
    const isSecret = /^-[^=\s]+$/.test(before) && isSecretName(before)
    if (isSecret && !FLAG.test(word)) return REDACTED
    const redacted = redactor.redact(word, true)
    return /\s/.test(redacted) ? redactCommandText(redacted) : redacted
  })
}

/** An option or a placeholder; a password may also start with a dash. */
const FLAG = /^(?:-|--|-[A-Za-z?]|--?[a-z][a-z\d-]*(?:=[^]*)?|<[a-z_ -]+>)$/
