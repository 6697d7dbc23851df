/** A node of a KDL document, without the ways to write it. */
export interface KdlNode {
  readonly name: string
  readonly values: readonly KdlValue[]
  readonly props: Readonly<Record<string, KdlValue>>
  readonly below: readonly KdlNode[]
}

export type KdlValue = string | number | boolean | null

/** Reads KDL 2, or the older version of it that some programs still print. */
export async function readKdl(text: string): Promise<readonly KdlNode[]> {
  const { parseCompat } = await import('@bgotink/kdl/v1-compat')
  return parseCompat(text).nodes.map(toNode)
}

type Parsed = import('@bgotink/kdl').Node

function toNode(node: Parsed): KdlNode {
  return {
    name: node.getName(),
    values: node.getArguments() as readonly KdlValue[],
    props: Object.fromEntries(node.getProperties()) as Record<string, KdlValue>,
    below: (node.children?.nodes ?? []).map(toNode),
  }
}

/** Writes KDL 2. */
export async function writeKdl(nodes: readonly KdlNode[]): Promise<string> {
  const { Document, Node, format } = await import('@bgotink/kdl')
  const write = ({ name, values, props, below }: KdlNode) => {
    const node = Node.create(name)
    for (const value of values) node.addArgument(value)
    for (const [key, value] of Object.entries(props)) node.setProperty(key, value)
    for (const child of below) node.appendNode(write(child))
    return node
  }
  return format(new Document(nodes.map(write)))
}
