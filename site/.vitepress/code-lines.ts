/** A node of the tree that the highlighter makes of code. */
interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** What we use of the highlighter. */
interface Highlighter {
  readonly options: { readonly lang: string }
  addClassToHast(node: Node, name: string): void
}

/** A token of Markdown. */
interface Token {
  readonly type: string
  readonly content: string
  info: string
}

/** What we use of the Markdown parser of the site, which is not installed where pages are only checked. */
interface Markdown {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void }
  }
  readonly renderer: { readonly rules: Record<string, Rule | undefined> }
}
type Rule = (...given: never[]) => string

const PROMPT = /^\$ /m

/** Names what shows a prompt and its answers `console`, because the colours of a shell mean nothing in answers. */
export function addConsoles(md: Markdown): void {
  md.core.ruler.push('consoles', ({ tokens }) => {
    for (const token of tokens)
      if (token.type === 'fence' && PROMPT.test(token.content))
        token.info = token.info.replace(/^sh\b/, 'console')
  })
  const written = ruleOf(md, 'fence')
  // The button that copies takes the prompts away in what is a shell by its class.
  md.renderer.rules['fence'] = (...given) =>
    written(...given).replace('class="language-console', 'class="language-shell language-console')
}

/** Keeps `--network` in one piece: a browser breaks a line after each dash. */
export function keepOptionsWhole(md: Markdown): void {
  const written = ruleOf(md, 'code_inline')
  md.renderer.rules['code_inline'] = (...given) =>
    written(...given).replace(
      />([^<]*)<\/code>/,
      (_, text: string) =>
        `>${text.replaceAll(/[^\s]*-[^\s]*/g, (word) => (word.length > LONG ? word : `<span class="whole">${word}</span>`))}</code>`,
    )
}

function ruleOf(md: Markdown, name: string): Rule {
  const rule = md.renderer.rules[name]
  if (rule === undefined) throw new Error(`The parser of the site no longer writes ${name}`)
  return rule
}

/** A word from this length on may break, so that it fits on a phone. */
const LONG = 22

/** Lines of these languages break in their box; code is moved sideways. */
const BREAKS = /^(sh|json|jsonl|console|text)$/

/** A line whose columns stand below those of others: it stays as it is. */
const COLUMNS = /\S {2,}\S|\t|[│┌└├]|^ {12}/

/**
 * Draws what is typed bold and its answers plain, as at a terminal, and lets lines break between words, each by its
 * own indent, so that nobody has to move a box sideways to read an error.
 */
export const codeLines = {
  name: 'surety:code-lines',
  line(this: Highlighter, line: Node): void {
    const text = textOf(line)
    const { lang } = this.options
    const isTyped = lang === 'console' && PROMPT.test(text)
    if (lang === 'console') line.children = isTyped ? typed(text.slice(2)) : answered(text)
    const hasColumns = /^(console|text)$/.test(lang) && !isTyped && COLUMNS.test(text)
    if (text === '' || !BREAKS.test(lang) || hasColumns) return
    line.children = (line.children ?? []).map(breakable)
    const [indent = ''] = /^ */.exec(text) ?? []
    this.addClassToHast(line, 'breaks')
    line.properties = { ...line.properties, style: `--indent:${indent.length + 2}ch` }
  },
}

/** The same code in which options stay in one piece, and JSON without spaces may break before a member. */
function breakable(node: Node): Node {
  if (node.children === undefined) return node
  return {
    ...node,
    children: node.children.flatMap((child) => {
      if (child.value === undefined) return [breakable(child)]
      const parts = child.value.split(/([\w-]*-[\w-]+)|(?<=[,{[])(?=["{[])/)
      return parts.flatMap((part, at): Node[] => {
        if (at % 2 === 0)
          return [
            ...(at > 0 && parts[at - 1] === undefined ? [BREAK] : []),
            { type: 'text', value: part },
          ]
        if (part === undefined) return []
        return [part.length > LONG ? { type: 'text', value: part } : span('whole', part)]
      })
    }),
  }
}

const BREAK: Node = { type: 'element', tagName: 'wbr', properties: {}, children: [] }

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

function typed(text: string): Node[] {
  return [span('prompt', '$ '), span('typed', text)]
}

/** Who copies a console wants to run its lines. */
function answered(text: string): Node[] {
  return text === '' ? [] : [span('answered vp-copy-ignore', text)]
}

function span(name: string, value: string): Node {
  return {
    type: 'element',
    tagName: 'span',
    properties: { class: name },
    children: [{ type: 'text', value }],
  }
}
