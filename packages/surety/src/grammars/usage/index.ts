import type { DescribedCommand, Parameter } from '../../description/index.ts'
import { readKdl, writeKdl, type KdlNode } from '@surety/internal/kdl-text.ts'
import { DescriptionDraft, toParameters, withoutEmpty } from '../command-tree.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'
import { exampleOf } from '../read-values.ts'
import { DANGERS, readArg, readFlag } from './read-parameter.ts'
import { NodeReader } from './node-reader.ts'
import { writeSpec } from './write-spec.ts'

/** usage: what programs print for `--usage-spec`, in KDL. */
export const format: GrammarFormat = {
  id: 'usage',
  read: readWith(readKdl),
  write: (description) => writeKdl(writeSpec(description)),
}

/** Reads a spec, given what reads its KDL. */
export function readWith(readNodes: typeof readKdl): GrammarFormat['read'] {
  return async (text, { name = '' } = {}) => {
    const nodes = await readNodes(text).catch(() => {
      throw new GrammarError('It is no KDL, and no spec of usage.')
    })
    if (!nodes.some((node) => NODES.has(node.name)))
      throw new GrammarError('It has no node of a spec of usage.')
    return readSpec(nodes, name)
  }
}

/** Nodes that a spec of a program cannot do without; other documents are KDL, too. */
const NODES = new Set(['bin', 'flag', 'cmd', 'arg'])

type Options = readonly (readonly [string, Parameter])[]

function readSpec(nodes: readonly KdlNode[], hint: string) {
  const unread: string[] = []
  const root = new NodeReader({ name: '', values: [], props: {}, below: nodes }, '', unread)
  const name = root.text('bin') ?? root.text('name') ?? hint
  if (root.text('name') === name) root.skip('name')
  const sets = new Map(root.all('flagset').map((set) => [String(set.values[0]), set.below]))
  const draft = new DescriptionDraft()
  const expand = (below: readonly KdlNode[]): readonly KdlNode[] =>
    below.flatMap((node) =>
      node.name === 'use' ? node.values.flatMap((set) => sets.get(String(set)) ?? [node]) : [node],
    )
  const readBelow = (cmd: NodeReader, path: readonly string[], above: Options): void => {
    const flags = cmd.all('flag').map((node) => readFlag(node, cmd.place, unread))
    const shared = flags.filter(({ isGlobal }) => isGlobal).flatMap(({ options }) => options)
    const own = flags.filter(({ isGlobal }) => !isGlobal).flatMap(({ options }) => options)
    const args = cmd.all('arg').map((node) => readArg(node, cmd.place, unread))
    const isRoot = path.length === 0
    if (isRoot) for (const [key, option] of shared) draft.addOption(key, option)
    const passed = isRoot ? [] : [...above, ...shared]
    const below = cmd.all('cmd')
    const needsCommand = cmd.flag('subcommand_required') === true
    const hasCall =
      !needsCommand && (below.length === 0 || args.length > 0 || own.length > 0 || !isRoot)
    const summary = cmd.text('help') ?? cmd.text('about')
    const command = readCommand(cmd, [...passed, ...own], args, summary, [name, ...path])
    if (hasCall) draft.addCommand(path, command)
    else if (!isRoot) draft.addGroup(path, summary)
    for (const node of below) {
      const [word] = node.values
      if (typeof word !== 'string') continue
      const place = `${cmd.place}/cmd ${word}`
      const reader = new NodeReader({ ...node, below: expand(node.below) }, place, unread)
      readBelow(reader, [...path, word], passed)
      reader.finish()
    }
  }
  const about = root.text('about')
  const version = root.text('version')
  readBelow(root, [], [])
  root.finish()
  const facts = withoutEmpty({ name, summary: about ?? '', version: version ?? '' })
  return { description: draft.finish(facts), unread }
}

function readCommand(
  cmd: NodeReader,
  options: Options,
  args: Options,
  summary: string | undefined,
  [program = '', ...path]: readonly string[],
): DescribedCommand {
  const effect = cmd.text('effect')
  const danger = effect === undefined ? undefined : DANGERS[effect]
  const deprecated = cmd.text('deprecated')
  const examples = cmd.all('example').flatMap((node) => {
    const line = String(node.values[0] ?? '')
    const title = node.props['header'] ?? node.props['help']
    const found = exampleOf(line, program, path, typeof title === 'string' ? title : summary)
    if (found.length === 0) cmd.leave('example')
    return found
  })
  const aliases = cmd.all('alias').flatMap((node) => {
    if (node.props['hide'] === true) cmd.leave('alias/hide')
    return node.values.map(String)
  })
  return withoutEmpty({
    ...(summary && { summary }),
    ...(danger && { danger }),
    args: toParameters(args),
    options: toParameters(options),
    examples,
    aliases,
    ...(cmd.flag('hide') === true && { hidden: true }),
    ...(deprecated && { deprecated }),
  })
}
