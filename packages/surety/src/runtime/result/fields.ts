import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { outputJsonSchema } from '../../schema/index.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { warn, type Run, addMeta } from '../run/run-state.ts'
import type { InputProblem } from '../handler/input-problem.ts'

/** Answers `--fields`: takes the named parts of the data. */
export function chooseFields(run: Run, text: string, data: JsonValue): JsonValue {
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
  const { data: chosen, unmatched } = projectFields(data, fields.paths)
  // An empty list has no fields to compare with.
  const isEmpty = Array.isArray(data) && data.length === 0
  for (const path of isEmpty ? unknownIn(run, unmatched) : unmatched)
    warn(run, `--fields: there is no '${path}' in the data.`)
  nameShape(run, 'selection')
  return chosen
}

/** Finds the paths that the declared items cannot have. */
function unknownIn({ command }: Run, paths: readonly string[]): readonly string[] {
  const { output } = command?.declaration ?? {}
  const { items } = output ? outputJsonSchema(output) : {}
  const properties = isJsonObject(items) ? items['properties'] : undefined
  if (!isJsonObject(properties)) return []
  return paths.filter((path) => !Object.hasOwn(properties, path.split(/[.[]/)[0]!))
}

/** Replaces the type of a result that no longer has the shape that its type stands for. */
export function nameShape(run: Run, type: string): void {
  if (run.command?.declaration.type !== undefined) addMeta(run, { type })
}

/** The path to one part of the data: member names and list positions. */
type FieldPath = readonly (string | number)[]

/** Names behind points, and positions in brackets. */
const PATH = /^(?:[^.[\],]+|\[\d{1,9}\])(?:\.[^.[\],]+|\[\d{1,9}\])*$/
const STEP = /([^.[\],]+)|\[(\d+)\]/g

/** Parses `a.b,c[0]` to its paths, or gives the reason to refuse it; spaces around commas are ignored. */
export function parseFields(text: string) {
  const paths: FieldPath[] = []
  for (const part of text.slice(0, 65_536).split(',')) {
    const path = parsePath(part.trim())
    if (path === undefined) return { ok: false, problem: malformed(part.trim()) } as const
    paths.push(path)
  }
  return { ok: true, paths } as const
}

/** Keeps the named parts in their places. A name applies to every item of a list, a position such as `[0]` to one. */
export function projectFields(data: JsonValue, paths: readonly FieldPath[]) {
  const tree: Tree = new Map()
  const nodes = paths.map((path) => addPath(tree, path))
  const matched = new Set<Tree>()
  const projected = project(data, tree, matched)
  const unmatched = paths.filter((_, index) => !matched.has(nodes[index]!)).map(pathText)
  return { data: projected === undefined ? (Array.isArray(data) ? [] : {}) : projected, unmatched }
}

type Tree = Map<string | number, Tree>

function parsePath(text: string): FieldPath | undefined {
  if (!PATH.test(text)) return undefined
  const path = [...text.matchAll(STEP)].map(([, name, at]) => name ?? Number(at))
  return path.length <= 64 ? path : undefined
}

function malformed(part: string): InputProblem {
  const shown = part.slice(0, 200)
  return {
    param: '--fields',
    code: 'INVALID_VALUE',
    message: `--fields: ${JSON.stringify(shown)} is not a path such as name, owner.id or tags[0].`,
    value: shown,
  }
}

function addPath(tree: Tree, path: FieldPath): Tree {
  let node = tree
  for (const step of path) {
    const next: Tree = node.get(step) ?? new Map()
    node.set(step, next)
    node = next
  }
  return node
}

function pathText(path: FieldPath): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`,
    )
    .join('')
}

function project(value: JsonValue, tree: Tree, matched: Set<Tree>): JsonValue | undefined {
  if (tree.size === 0) {
    matched.add(tree)
    return value
  }
  if (Array.isArray(value)) return projectList(value, tree, matched)
  if (typeof value !== 'object' || value === null) return undefined
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const below = tree.get(name)
    const part = below === undefined ? undefined : project(member, below, matched)
    return part === undefined ? [] : [[name, part] as const]
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

function projectList(
  list: readonly JsonValue[],
  tree: Tree,
  matched: Set<Tree>,
): readonly JsonValue[] | undefined {
  const named: Tree = new Map([...tree].filter(([step]) => typeof step === 'string'))
  const result: JsonValue[] = []
  for (const [index, item] of list.entries()) {
    const here = tree.get(index)
    const kept = here === undefined ? undefined : project(item, here, matched)
    const through = named.size === 0 ? undefined : project(item, named, matched)
    if (kept !== undefined) result.push(kept)
    else if (through !== undefined) result.push(through)
  }
  return result.length > 0 || list.length === 0 ? result : undefined
}
