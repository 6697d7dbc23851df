import { parse } from 'unbash'
import type * as bash from 'unbash'

import type {
  Inner,
  Line,
  OtherCommand,
  Part,
  Piece,
  Pipeline,
  Redirect,
  Statement,
  Word,
} from './line-tree.ts'

/** Longer lines are programs, and nobody reads a verdict about those. */
const MAX_LINE = 65_536

/**
 * Parses a line of bash; the only place that does. The parser goes on after mistakes, so that a line counts only if
 * it found none, and if nothing stands between the words of a command that is in no word.
 */
export function parseLine(text: string): Parsed {
  if (last?.text !== text) last = { text, parsed: parsed(text) }
  return last.parsed
}

/** Parses a line that is written into another text; `escaped` finds what stands for its first group there. Places are those of that text. */
export function parseIn(raw: string, at: number, escaped: RegExp): Line | undefined {
  const places: number[] = []
  let text = ''
  const add = (more: string, from: number) => {
    for (let index = 0; index < more.length; index += 1) places.push(at + from + index)
    text += more
  }
  let from = 0
  for (const { 0: whole, 1: meant = '', index } of raw.matchAll(escaped)) {
    add(raw.slice(from, index), from)
    add(meant, index)
    from = index + whole.length
  }
  add(raw.slice(from), from)
  const found = parsed(text)
  if ('why' in found) return undefined
  places.push(at + raw.length)
  move(found, places)
  return found
}

/** Moves each place in a tree that nobody else has. */
function move(node: object, places: readonly number[]): void {
  const span = node as { pos?: number; end?: number }
  if (span.pos !== undefined && span.end !== undefined)
    [span.pos, span.end] = [places[span.pos]!, places[span.end]!]
  for (const each of Object.values(node))
    if (typeof each === 'object' && each !== null) move(each as object, places)
}

type Parsed = Line | { readonly why: string }

/** A hook asks for the same line up to three times. */
let last: { readonly text: string; readonly parsed: Parsed } | undefined

function parsed(text: string): Parsed {
  if (text.length > MAX_LINE) return { why: 'The line is too long.' }
  try {
    const script = parse(text)
    const [error] = script.errors ?? []
    if (error) return { why: `The line has a mistake: ${error.message}.` }
    return new Reader(text).line(script.commands)
  } catch (error) {
    if (error instanceof Unreadable) return { why: error.message }
    return { why: 'The parser gave up on the line.' }
  }
}

class Unreadable extends Error {}

class Reader {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  line(statements: readonly bash.Statement[]): Line {
    return { statements: statements.map((each) => this.#statement(each)) }
  }

  #statement({ command, background, pos, end }: bash.Statement): Statement {
    const chain = command.type === 'AndOr' ? command : { commands: [command], operators: [] }
    return {
      pipelines: chain.commands.map((each) => this.#pipeline(each)),
      joints: chain.operators,
      isBackground: background === true,
      pos,
      end,
    }
  }

  #pipeline(node: bash.PipelineNode): Pipeline {
    const { pos, end } = node
    if (node.type !== 'Pipeline')
      return { parts: [this.#part(node)], pipes: [], isNegated: false, isTimed: false, pos, end }
    const negations = node.prefixes.filter(({ type }) => type === 'Negation').length
    return {
      parts: node.commands.map((each) => this.#part(each)),
      pipes: node.operators,
      isNegated: negations % 2 === 1,
      isTimed: node.prefixes.some(({ type }) => type === 'Time'),
      pos: node.commands[0]?.pos ?? pos,
      end,
    }
  }

  /** Every kind of command is decided about here: a new one does not compile until somebody does. */
  #part(node: bash.CommandNode, redirected?: bash.Redirected): Part {
    const { pos, end } = redirected ?? node
    const redirects = (redirected?.redirects ?? []).map((each) => this.#redirect(each))
    const base = {
      text: this.#text.slice(pos, end),
      pos,
      end,
      redirects,
      inner: this.#inner(redirected?.redirects ?? []),
    }
    const lines = (lists: readonly (bash.CompoundList | undefined)[]) =>
      lists.flatMap((list) => (list ? [this.line(list.commands)] : []))
    const other = (
      type: OtherCommand['type'],
      why: string,
      bodies: readonly (bash.CompoundList | undefined)[] = [],
      conditions: readonly bash.CompoundList[] = [],
      words: readonly unknown[] = [],
    ): OtherCommand => ({
      ...base,
      kind: 'other',
      type,
      why,
      inner: [...base.inner, ...this.#inner(words)],
      conditions: lines(conditions),
      bodies: lines(bodies),
    })
    switch (node.type) {
      case 'Command':
        return this.#simple(node)
      case 'Subshell':
      case 'BraceGroup': {
        const line = this.line(node.body.commands)
        return { ...base, kind: 'group', isSubshell: node.type === 'Subshell', line }
      }
      case 'Redirected':
        return this.#part(node.command, node)
      case 'If': {
        const both = [node, ...node.elif]
        const bodies = [...both.map(({ then }) => then), node.else]
        const clauses = both.map(({ clause }) => clause)
        return other('if', 'a condition', bodies, clauses)
      }
      case 'Case': {
        const bodies = node.items.map(({ body }) => body)
        return other('case', 'a condition', bodies, [], [node.word])
      }
      case 'For':
      case 'Select':
        return other('for', 'a loop', [node.body], [], [node.wordlist])
      case 'ArithmeticFor':
        return other('for', 'a loop', [node.body], [], [node.initialize, node.test, node.update])
      case 'While':
        return other('while', 'a loop', [node.body], [node.clause])
      case 'TestCommand':
        return other('test', 'a test in double brackets', [], [], [node.expression])
      case 'ArithmeticCommand':
        return other('test', 'arithmetic', [], [], [node.expression])
      case 'Function': {
        if (node.body.type === 'CompoundList') throw new Unreadable('A function has no body.')
        const body = this.#pipeline(node.body)
        const span = { pos: body.pos, end: body.end }
        const made = other('function', 'a function')
        const statement = { ...span, pipelines: [body], joints: [], isBackground: false }
        return { ...made, bodies: [{ statements: [statement] }], name: node.name.value }
      }
      case 'Coproc':
        return other('coprocess', 'a coprocess')
      default:
        return decided(node)
    }
  }

  /** Finds what runs for words, however deep; inside of that it is found by its own commands. */
  #inner(node: unknown): readonly Inner[] {
    if (typeof node !== 'object' || node === null) return []
    const { type, script, text = '', pos, end } = node as Partial<bash.CommandExpansionPart>
    if (script !== undefined) {
      const isStream = (type as string) === 'ProcessSubstitution'
      // What is escaped in backticks is another text, with places of its own.
      if (script.source !== undefined || !/^[$<>`]/.test(text)) return []
      if (script.errors?.length)
        throw new Unreadable(`A command in a word has a mistake: ${script.errors[0]!.message}.`)
      return [{ line: this.line(script.commands), isStream, pos: pos!, end: end! }]
    }
    // Nodes work their members out when they are asked.
    const members = 'toJSON' in node ? (node as { toJSON: () => object }).toJSON() : node
    return Object.values(members).flatMap((each) => this.#inner(each))
  }

  #simple(node: bash.Command): Part {
    this.#assertWhole(node)
    const words: Word[] = node.name === undefined ? [] : [this.#word(node.name)]
    const redirects: Redirect[] = []
    const assignments: { name: string; value: Word }[] = []
    for (const item of [...node.prefix, ...node.suffix])
      switch (item.type) {
        case 'Assignment':
          // After the name it is a word such as `export A=b` has it, or `dd if=x`.
          if (node.prefix.includes(item)) assignments.push(this.#assignment(item))
          else words.push(this.#asWord(item))
          break
        case 'Word':
          words.push(this.#word(item))
          break
        case 'Redirect':
        case 'HereString':
        case 'HereDoc':
          redirects.push(this.#redirect(item))
          break
        default:
          decided(item)
      }
    const inner = this.#inner([node.prefix, node.name, node.suffix])
    const { pos, end } = node
    return {
      kind: 'simple',
      text: this.#slice(node),
      words,
      redirects,
      assignments,
      inner,
      pos,
      end,
    }
  }

  /** The parser passes over some characters without a complaint: `find (.` has no word with a parenthesis. */
  #assertWhole(node: bash.Command): void {
    const items = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]
    let at = node.pos
    for (const { pos, end } of items.toSorted((one, other) => one.pos - other.pos)) {
      if (/[^ \t]/.test(this.#text.slice(at, pos).replaceAll('\\\n', '')))
        throw new Unreadable('Something stands between the words of a command.')
      at = end
    }
  }

  #assignment({ name, value, append, index, text, pos, end }: bash.Assignment) {
    if (value.type === 'Word' && append !== true && index === undefined)
      return { name, value: this.#word(value) }
    return { name, value: { text, pieces: [], why: 'a list of values', pos, end } }
  }

  #asWord(item: bash.Assignment): Word {
    const { name, value } = this.#assignment(item)
    const start: Piece = { kind: 'text', value: `${name}=` }
    const text = this.#slice(item)
    // Behind the equals sign the shell expands a tilde.
    const why = value.why ?? (/^~|:~/.test(value.text) ? 'a home folder' : undefined)
    const { pos, end } = item
    return { text, pieces: [start, ...value.pieces], ...(why !== undefined && { why }), pos, end }
  }

  #word({ text, value, parts, pos, end }: bash.Word): Word {
    const span = { pos, end }
    if (parts === undefined) return withTilde({ text, pieces: [{ kind: 'text', value }], ...span })
    const pieces: Piece[] = []
    let why: string | undefined
    for (const part of parts) {
      const piece = pieceOf(part)
      if ('why' in piece) why ??= piece.why
      else pieces.push(piece)
    }
    return why === undefined ? withTilde({ text, pieces, ...span }) : { text, pieces, why, ...span }
  }

  #redirect(node: bash.Redirection): Redirect {
    const text = this.#slice(node)
    const elsewhere = { text, of: 'other', to: 'elsewhere' } as const
    switch (node.type) {
      case 'HereDoc': {
        const { pos, end } = node.body
        const body = { pos, end, isQuoted: node.delimiter?.quoted === true }
        return { ...elsewhere, of: 'stdin', body }
      }
      case 'HereString':
        return { ...elsewhere, of: 'stdin' }
      case 'Redirect': {
        const descriptor = node.descriptor
        if (descriptor !== undefined && descriptor.type !== 'FileDescriptor') return elsewhere
        const target = node.target === undefined ? undefined : this.#word(node.target)
        const to = target && target.why === undefined ? node.target!.value : undefined
        return { text, ...aimOf(node.operator, descriptor?.value, to) }
      }
      default:
        return decided(node)
    }
  }

  #slice({ pos, end }: { readonly pos: number; readonly end: number }): string {
    return this.#text.slice(pos, end)
  }
}

/** Keeps a tilde at the start out of the text, and one in `A=b:~`: the shell makes a folder of it. */
function withTilde(word: Word): Word {
  return TILDE.test(word.text) ? { ...word, why: 'a home folder' } : word
}

const TILDE = /^(?:~|\w+\+?=(?:[^]*:)?~)/

function pieceOf(part: bash.WordPart): Piece | { readonly why: string } {
  switch (part.type) {
    case 'Literal':
      return { kind: 'text', value: part.value }
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { kind: 'text', value: part.value }
    case 'DoubleQuoted': {
      const texts = part.parts.flatMap((each) => (each.type === 'Literal' ? [each.value] : []))
      return texts.length === part.parts.length
        ? { kind: 'text', value: texts.join('') }
        : { why: 'a value that the shell puts in' }
    }
    case 'Glob':
      return part.kind === 'bracket' && part.parts.some(({ type }) => type !== 'Literal')
        ? { why: 'a value that the shell puts in' }
        : { kind: 'pattern', value: part.value }
    case 'LocaleString':
      return { why: 'a translated text' }
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return { why: 'a variable' }
    case 'CommandExpansion':
      return { why: 'the output of a command' }
    case 'ArithmeticExpansion':
      return { why: 'arithmetic' }
    case 'ProcessSubstitution':
      return { why: 'a process in the place of a file' }
    case 'ExtendedGlob':
      return { why: 'an extended pattern' }
    case 'BraceExpansion':
      return { why: 'words in braces' }
    default:
      return decided(part)
  }
}

/** Says which streams a redirection moves, and whether to nowhere or to each other. */
function aimOf(
  operator: bash.RedirectOperator,
  descriptor: number | undefined,
  target: string | undefined,
): Pick<Redirect, 'of' | 'to'> {
  const isNull = target === '/dev/null'
  const stream = (number: number | undefined) =>
    number === 1 ? 'stdout' : number === 2 ? 'stderr' : 'other'
  switch (operator) {
    case '>':
    case '>>':
    case '>|':
      return { of: stream(descriptor ?? 1), to: isNull ? 'null' : 'elsewhere' }
    case '&>':
    case '&>>':
      return { of: 'both', to: isNull ? 'null' : 'elsewhere' }
    case '>&': {
      const to = target === '1' ? 'stdout' : target === '2' ? 'stderr' : 'elsewhere'
      // Without a number before it, a file name means both streams.
      return {
        of: to === 'elsewhere' && descriptor === undefined ? 'both' : stream(descriptor ?? 1),
        to,
      }
    }
    case '<':
      return { of: 'stdin', to: isNull && (descriptor ?? 0) === 0 ? 'null' : 'elsewhere' }
    case '<>':
    case '<&':
      return { of: 'other', to: 'elsewhere' }
    default:
      return decided(operator)
  }
}

function decided(node: never): never {
  throw new Unreadable(`Nobody decided about ${JSON.stringify(node)?.slice(0, 60)}.`)
}
