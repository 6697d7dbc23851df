import type { Document, Node } from '@bgotink/kdl'

/** A node of a KDL document, without the ways to write it. */
export interface KdlNode {
  readonly name: string
  readonly values: readonly KdlValue[]
  readonly props: Readonly<Record<string, KdlValue>>
  readonly below: readonly KdlNode[]
}

export type KdlValue = string | number | boolean | null

/** Reads KDL 2. */
export async function readKdl(text: string): Promise<readonly KdlNode[]> {
  const { parse } = await import('@bgotink/kdl')
  return toNodes(parse(text))
}

/** Reads KDL 2, or the older version of it that some programs still print; few need its parser. */
export async function readOlderKdl(text: string): Promise<readonly KdlNode[]> {
  const { parseCompat } = await import('@bgotink/kdl/v1-compat')
  return toNodes(parseCompat(text))
}

function toNodes({ nodes }: Document): readonly KdlNode[] {
  return nodes.map(toNode)
}

function toNode(node: Node): KdlNode {
  return {
    name: node.getName(),
    values: node.getArguments(),
    props: Object.fromEntries(node.getProperties()),
    below: (node.children?.nodes ?? []).map(toNode),
  }
}

/** Writes KDL 2. */
export async function writeKdl(nodes: readonly KdlNode[]): Promise<string> {
  const { Document: Whole, Node: Written, format } = await import('@bgotink/kdl')
  const write = ({ name, values, props, below }: KdlNode) => {
    const node = Written.create(name)
    for (const value of values) node.addArgument(value)
    for (const [key, value] of Object.entries(props)) node.setProperty(key, value)
    for (const child of below) node.appendNode(write(child))
    return node
  }
  return format(new Whole(nodes.map(write)))
}
