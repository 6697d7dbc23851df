import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'

import { root } from '../build/targets.mjs'

/** The files of the project, by their path from its root. */
export const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split(
  '\n',
)

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The sources without tests, suites, tables, arbitraries and programs of tests. */
export const sources: readonly ts.SourceFile[] = tracked
  .filter(
    (file) =>
      /^packages\/\w+\/src\/.*\.ts$/.test(file) &&
      !/\.(?:test|test-d|suite|table|arbitrary|program|cases)\.ts$/.test(file),
  )
  .map((file) => ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true))

/** Calls a visitor with a node and all nodes in it. */
export function walkTree(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walkTree(child, visit))
}

/** Counts the nodes of the syntax trees, which no typography changes, for each room: a folder of `src` in a package, or of `runtime`. */
export function countNodes(): ReadonlyMap<string, number> {
  const rooms = new Map<string, number>()
  for (const source of sources) {
    const [room] = /^packages\/\w+\/src\/(?:runtime\/)?[^/]+/.exec(source.fileName)!
    rooms.set(room, (rooms.get(room) ?? 0) + nodesIn(source))
  }
  return rooms
}

/** Counts the nodes of one file, a source or not. */
export function countTree(file: string): number {
  return nodesIn(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true))
}

function nodesIn(source: ts.SourceFile): number {
  let nodes = 0
  walkTree(source, () => (nodes += 1))
  return nodes
}

/** Lists the functions that are longer than a screen. */
export function longFunctions(lines: number): readonly string[] {
  const found: string[] = []
  for (const source of sources)
    walkTree(source, (node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line
      const length = source.getLineAndCharacterOfPosition(node.end).line - first + 1
      if (length > lines) found.push(`${source.fileName}:${first + 1} has ${length} lines`)
    })
  return found
}
