import { toNodes, type KdlNode } from './kdl-text.ts'

/** Reads KDL 2, or the older version of it that some programs still print; apart, since few need its parser. */
export async function readOlderKdl(text: string): Promise<readonly KdlNode[]> {
  const { parseCompat } = await import('@bgotink/kdl/v1-compat')
  return toNodes(parseCompat(text))
}
