import type { Redactor } from './redactor.ts'
import { isSecretName, isSurelySecretName } from './secret-name.ts'
import { REDACTED } from './redactor.ts'

/** How a program takes a password in a way that no name gives away. */
interface Habits {
  /** Options whose next word is a secret: `sshpass -p x`. */
  readonly next?: readonly string[]
  /** Options with the secret attached: `mysql -px`. */
  readonly joined?: readonly string[]
  /** The options count only behind this word: `docker login -p x`, but `docker run -p 80:80`. */
  readonly behind?: string
  /** The word after this one is a secret: `vault login x`. */
  readonly after?: string
  /** With this option, the last word is a secret: `htpasswd -b file ada x`. */
  readonly last?: RegExp
  /** Options with user and password: `curl -u ada:x`. */
  readonly pair?: readonly string[]
  /** `-u` takes something else. */
  readonly noPairs?: true
}

const HTTP: Habits = {
  pair: ['-u', '-U', '-a', '--user', '--proxy-user', '--auth'],
  next: ['-b'],
}
const MYSQL: Habits = { joined: ['-p'] }
const MONGO: Habits = { next: ['-p'] }
const LDAP: Habits = { next: ['-w'] }
const CONTAINERS: Habits = { next: ['-p'], behind: 'login', noPairs: true }
const OTHER_USER: Habits = { noPairs: true }

const PROGRAMS: ReadonlyMap<string, Habits> = new Map([
  ...['curl', 'wget', 'http', 'https', 'xh'].map((name) => [name, HTTP] as const),
  ...['mysql', 'mysqldump', 'mysqladmin', 'mariadb', 'mariadb-dump', '7z', '7za'].map(
    (name) => [name, MYSQL] as const,
  ),
  ...['mongo', 'mongosh', 'mongodump', 'mongorestore'].map((name) => [name, MONGO] as const),
  ...['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami'].map(
    (name) => [name, LDAP] as const,
  ),
  ...['docker', 'podman', 'nerdctl', 'buildah', 'helm', 'oras'].map(
    (name) => [name, CONTAINERS] as const,
  ),
  ...['git', 'rsync', 'sudo', 'chown', 'install', 'kubectl'].map(
    (name) => [name, OTHER_USER] as const,
  ),
  ['sshpass', { next: ['-p'], joined: ['-p'] }],
  ['redis-cli', { next: ['-a'] }],
  ['openssl', { next: ['-k', '-K'] }],
  ['zip', { next: ['-P'] }],
  ['unzip', { next: ['-P'] }],
  ['vault', { after: 'login' }],
  ['htpasswd', { last: /^-[a-zA-Z]{0,8}b/ }],
  ['smbclient', { pair: ['-U'] }],
])

const USUAL: Habits = { pair: ['-u', '--user', '--proxy-user'] }

/** What the words before say about the next one. */
interface Place {
  readonly before: string
  readonly habits: Habits
  /** The word in `behind` has been seen. */
  readonly isActive: boolean
  /** The option in `last` has been seen, and this is the last word. */
  readonly isLast: boolean
  /** `config` or `set` has been seen. */
  readonly isSetting: boolean
}

/** Redacts the words of a command line that are secrets because of the program or the word before. */
export function redactByPlace(words: readonly string[]): readonly string[] {
  let habits = USUAL
  let isActive = true
  let isLast = false
  let isSetting = false
  return words.map((word, index) => {
    const program = PROGRAMS.get(word.slice(word.lastIndexOf('/') + 1))
    if (program !== undefined) {
      habits = program
      isActive = program.behind === undefined
      isLast = false
      return word
    }
    const before = words[index - 1] ?? ''
    const isEnd = index === words.length - 1
    const place = { before, habits, isActive, isSetting, isLast: isLast && isEnd }
    if (word === habits.behind) isActive = true
    if (habits.last?.test(word) === true) isLast = true
    const redacted = redactWord(word, place)
    // The name of a setting comes before its value.
    if (/^(?:config|configure|set)$/.test(before)) isSetting = true
    return redacted
  })
}

function redactWord(word: string, place: Place): string {
  const { before, habits, isActive } = place
  const { next = [], joined = [], after } = habits
  const isOption = word.startsWith('-')
  if (isActive && !isOption && next.includes(before)) return REDACTED
  const start = joined.find((option) => word.startsWith(option) && word !== option)
  if (isActive && start !== undefined) return start + REDACTED
  if (isOption) return redactPair(word, habits)
  if (after !== undefined && before === after && !word.includes('=')) return REDACTED
  if (place.isLast || (place.isSetting && isSettingName(before))) return REDACTED
  return habits.noPairs !== true && (habits.pair ?? USUAL.pair!).includes(before)
    ? withoutPassword(word)
    : word
}

/** Redacts `-uada:x` and `--user=ada:x`. */
function redactPair(word: string, { pair, noPairs }: Habits): string {
  if (noPairs === true) return word
  const option = (pair ?? USUAL.pair!).find((name) => word.startsWith(name))
  if (option === undefined || word === option) return word
  const isLong = option.startsWith('--')
  if (isLong && word[option.length] !== '=') return word
  return option + withoutPassword(word.slice(option.length))
}

/** Keeps the user of `ada:x`; `1000:1000` is a user and a group. */
function withoutPassword(word: string): string {
  if (/^=?["']?\d+:\d+["']?$/.test(word)) return word
  const [, user, rest] = /^([^\s:%/]+[:%])([^]+)$/.exec(word) ?? []
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
    .replace(/\b(login\s{1,4}[^\s]{1,200}\s{1,4}password\s{1,4})[^\s]+/g, `$1${REDACTED}`)
    .replace(
      /\b((?:echo|printf)\s{1,4})[^|\n]{1,400}(?=\|[^|\n]{0,200}--password-stdin)/g,
      `$1${REDACTED} `,
    )
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
    if (isSecretFlag(argv[index - 1]) && !isFlag(word)) return REDACTED
    const redacted = redactor.redact(word, true)
    return /\s/.test(redacted) ? redactCommandText(redacted) : redacted
  })
}

function isSecretFlag(word = ''): boolean {
  return /^-[^=\s]+$/.test(word) && isSecretName(word)
}

/** Tests for an option or a placeholder; a password may also start with a dash. */
function isFlag(word: string): boolean {
  return /^(?:-|--|-[A-Za-z?]|--?[a-z][a-z\d-]*(?:=[^]*)?|<[a-z_ -]+>)$/.test(word)
}
