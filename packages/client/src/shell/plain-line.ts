import type { Line, Pipeline, Redirect, SimpleCommand, Statement, Word } from './line-tree.ts'

/** Longer lines are left to the parser. */
const MAX_PLAIN = 4096

/**
 * Reads a line of plain words, quotes, pipes, `&&`, `||`, `;` and redirections to files, as most lines are. Gives the
 * tree that `parseLine` gives; undefined if the line has anything else, which is the parser's. The parser takes a hook
 * fifteen milliseconds, and each pattern a part of one: there are few.
 */
export function readPlainLine(text: string): Line | undefined {
  const isPlain = text.length <= MAX_PLAIN && !CONTROL.test(text)
  const tokens = isPlain ? tokensIn(text) : undefined
  const statements: Statement[] = []
  for (const { tokens: own, border } of tokens ? split(tokens, [';', '\n']) : []) {
    // An empty line is nothing, but `;` ends something.
    if (own.length === 0 && border !== ';') continue
    const statement = statementOf(own, text)
    if (statement === undefined) return undefined
    statements.push(statement)
  }
  return tokens && { statements }
}

const CONTROL = /[^\P{Cc}\t\n]/u

interface Token {
  readonly kind: 'word' | 'redirect' | '|' | '&&' | '||' | ';' | '\n'
  readonly text: string
  readonly at: number
}

/** A redirection before its file, what joins commands, or a word; spaces stand before each. */
const TOKEN =
  /[ \t]*(?:((?:&>>?|\d?(?:>>|>&|>(?!\|)|<(?![<&>])))(?!\())|(&&|\|\||\|(?!&)|;(?![;&])|\n)|((?:[\w%+,./:=@^-]|'[^']*'|"(?:[^"$`\\]|\\[^\n])*"|\\[ -}])+)|$)/y

function tokensIn(text: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const [all, redirect, joint, word] = TOKEN.exec(text) ?? []
    if (all === undefined) return undefined
    const found = redirect ?? joint ?? word
    if (found === undefined) break
    const last = tokens.at(-1)
    // A tilde may mean a folder even where it is quoted, and the numbers of some files have two digits.
    const isNumbered = redirect !== undefined && all === redirect && /\d/.test(text[at - 1] ?? '')
    if (word?.includes('~') || (isNumbered && last?.kind === 'word' && /^\d+$/.test(last.text)))
      return undefined
    // After `|` or `&&` a line goes on in the next.
    if (found === '\n' && (last?.kind === '|' || last?.kind === '&&' || last?.kind === '||'))
      continue
    const kind =
      redirect === undefined ? ((joint as Token['kind'] | undefined) ?? 'word') : 'redirect'
    tokens.push({ kind, text: found, at: at + all.length - found.length })
  }
  return tokens
}

function split(tokens: readonly Token[], borders: readonly Token['kind'][]) {
  const groups: { tokens: Token[]; border?: Token['kind'] }[] = [{ tokens: [] }]
  for (const token of tokens) {
    const group = groups.at(-1)!
    if (!borders.includes(token.kind)) group.tokens.push(token)
    else {
      group.border = token.kind
      groups.push({ tokens: [] })
    }
  }
  return groups
}

function statementOf(tokens: readonly Token[], text: string): Statement | undefined {
  const pipelines: Pipeline[] = []
  const joints: ('&&' | '||')[] = []
  for (const { tokens: own, border } of split(tokens, ['&&', '||'])) {
    const parts = split(own, ['|']).flatMap((each) => commandOf(each.tokens, text) ?? [])
    const pipes = own.filter(({ kind }) => kind === '|').map(() => '|' as const)
    if (parts.length <= pipes.length) return undefined
    pipelines.push({ parts, pipes, isNegated: false, isTimed: false })
    if (border !== undefined) joints.push(border as '&&' | '||')
  }
  return { pipelines, joints, isBackground: false }
}

function commandOf(tokens: readonly Token[], line: string): SimpleCommand | undefined {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last?.kind !== 'word') return undefined
  const words: Word[] = []
  const redirects: Redirect[] = []
  const assignments: { name: string; value: Word }[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const { kind, text, at } = tokens[index]!
    if (kind === 'redirect') {
      index += 1
      const file = tokens[index]
      const aim = file?.kind === 'word' ? aimOf(text, file.text) : undefined
      if (aim === undefined) return undefined
      redirects.push({ text: line.slice(at, file!.at + file!.text.length), ...aim })
    } else if (words.length > 0 || !OTHER.test(text)) words.push(wordOf(text))
    else {
      const equals = text.indexOf('=')
      // The rest are words that begin something else than a command.
      if (!/^\w+=./s.test(text)) return undefined
      assignments.push({ name: text.slice(0, equals), value: wordOf(text.slice(equals + 1)) })
    }
  }
  const text = line.slice(first.at, last.at + last.text.length)
  return { kind: 'simple', text, words, redirects, assignments }
}

/** Words in the place of a command that are none, and assignments. */
const OTHER =
  /^(?:(?:if|then|else|elif|fi|do|done|case|esac|while|until|for|in|function|select|time|coproc)$|[A-Za-z_]\w*\+?=)/

function wordOf(text: string): Word {
  const isQuoted = text.includes("'") || text.includes('"') || text.includes('\\')
  return { text, pieces: [{ kind: 'text', value: isQuoted ? unquoted(text) : text }] }
}

function unquoted(text: string): string {
  return text.replaceAll(
    /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])/g,
    (_, single?: string, double?: string, one?: string) =>
      single ?? double?.replaceAll(/\\(["$`\\])/g, '$1') ?? one!,
  )
}

function aimOf(sign: string, file: string): Pick<Redirect, 'of' | 'to'> | undefined {
  const to = wordOf(file).pieces[0]!.value === '/dev/null' ? 'null' : 'elsewhere'
  if (sign.startsWith('&')) return { of: 'both', to }
  if (sign === '<') return { of: 'stdin', to }
  const of = /^1?>/.test(sign) ? 'stdout' : sign.startsWith('2>') ? 'stderr' : undefined
  if (of === undefined || !sign.endsWith('&')) return of && { of, to }
  return file === '1' ? { of, to: 'stdout' } : file === '2' ? { of, to: 'stderr' } : undefined
}
