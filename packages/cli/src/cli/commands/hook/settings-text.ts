import {
  readCommentedJson,
  type JsonChild,
  type JsonNode,
} from '@surety/internal/json/commented-json.ts'

/**
 * Adds a value to an array, or a member to an object, as the last one; the objects on the way to it are made where
 * they are missing. Every byte that was there stays. Throws if the text is broken or something else is in the way.
 */
export function addToJson(text: string, path: readonly string[], value: unknown): string {
  const root = readCommentedJson(text)
  let node = root
  for (const [depth, key] of path.entries()) {
    const next = childOf(node, key)
    if (next === undefined) {
      if (!isContainer(node, 'object'))
        throw new TypeError(`No object: ${path.slice(0, depth).join('.') || 'the whole file'}`)
      const added = path.slice(depth + 1).reduceRight((inner, name) => ({ [name]: inner }), value)
      return append(text, node, added, key, node === root)
    }
    node = next.node
  }
  if (!isContainer(node, 'array')) throw new TypeError(`No list: ${path.join('.')}`)
  return append(text, node, (value as readonly unknown[])[0], undefined, false)
}

/** Takes a value out, and what holds nothing else, not even a comment; every other byte stays. */
export function removeFromJson(text: string, path: readonly (string | number)[]): string {
  const nodes: JsonNode[] = [readCommentedJson(text)]
  const children: JsonChild[] = []
  for (const key of path) {
    const child = childOf(nodes.at(-1)!, key)
    if (child === undefined) return text
    children.push(child)
    nodes.push(child.node)
  }
  let at = children.length - 1
  const around = ({ start, end }: JsonNode, { start: from, node }: JsonChild) =>
    text.slice(start + 1, from) + text.slice(node.end, end - 1)
  while (at > 0 && /^[\s,]*$/.test(around(nodes[at]!, children[at]!))) at -= 1
  const parent = nodes[at]!
  const child = children[at]!
  const start = text.slice(0, child.start).trimEnd().length
  const before = parent.children![parent.children!.indexOf(child) - 1]
  const comma = commaAfter(text, child.node.end)
  if (comma !== null) return text.slice(0, start) + text.slice(comma + 1)
  if (before === undefined) {
    const rest = text.slice(child.node.end)
    return (
      text.slice(0, start) +
      (text[start - 1] === '{' || text[start - 1] === '[' ? rest.trimStart() : rest)
    )
  }
  const previous = commaAfter(text, before.node.end)!
  return text.slice(0, previous) + text.slice(previous + 1, start) + text.slice(child.node.end)
}

function childOf(node: JsonNode, key: string | number): JsonChild | undefined {
  // Of two members of a name the last one counts.
  return node.children?.findLast((child) => child.key === key)
}

function isContainer({ value, children }: JsonNode, kind: 'array' | 'object'): boolean {
  return children !== undefined && Array.isArray(value) === (kind === 'array')
}

/** Writes a last child before the bracket that closes its container, in the style that the text has there. */
function append(
  text: string,
  container: JsonNode,
  value: unknown,
  key: string | undefined,
  isRoot: boolean,
): string {
  const last = container.children!.at(-1)
  const close = container.end - 1
  const at = text.slice(0, close).trimEnd().length
  const inside = text.slice(at, close)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const isEmpty = isRoot && /^\{\s*$/.test(text.slice(container.start, close))
  const isBroken = last ? /[\r\n]/.test(inside) : isEmpty || /[\r\n]/.test(text.trim())
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const own = last ? indentAt(text, last.start) : indentAt(text, container.start) + unit
  const written = isBroken
    ? JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${own}`)
    : JSON.stringify(value)
  const comma = last ? commaAfter(text, last.node.end) : null
  const head =
    last && comma === null
      ? `${text.slice(0, last.node.end)},${text.slice(last.node.end, at)}`
      : text.slice(0, at)
  const gap = isBroken ? `${eol}${own}` : last ? ' ' : ''
  const tail = last === undefined && isBroken ? `${eol}${indentAt(text, container.start)}` : inside
  return `${head}${gap}${name}${written}${comma === null ? '' : ','}${tail}${text.slice(close)}`
}

function commaAfter(text: string, end: number): number | null {
  const trivia = /^(?:[ \t\r\n]|\/\/[^\r\n]*|\/\*[^]*?\*\/)*/.exec(text.slice(end))![0]
  return text[end + trivia.length] === ',' ? end + trivia.length : null
}

function indentAt(text: string, place: number): string {
  return /[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1))![0]
}
