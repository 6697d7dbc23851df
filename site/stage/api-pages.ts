import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import ts from 'typescript'

import { packages } from '../../scripts/build/targets.mjs'
import { root, writePage } from './documents.ts'

/** Writes a page per import path: every public name with its comment, its type and its example. */
export async function stageApiPages(): Promise<void> {
  const subpaths = (await Promise.all(Object.entries(packages).map(importPathsOf))).flat()
  const program = ts.createProgram(
    subpaths.map(({ file }) => join(root, file)),
    optionsOf(join(root, 'tsconfig.json')),
  )
  const checker = program.getTypeChecker()
  const list: string[] = []
  for (const { name, file } of subpaths) {
    const source = program.getSourceFile(join(root, file))
    const module = source && checker.getSymbolAtLocation(source)
    const names = module ? checker.getExportsOfModule(module) : []
    const all = names
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((symbol) => ({ name: symbol.name, symbol: resolved(symbol, checker) }))
    const kinds = KINDS.flatMap(([title, flags]) => {
      const own = all.filter(({ symbol }) => kindOf(symbol) === flags)
      return own.length === 0 ? [] : [{ title, own }]
    })
    const sections = kinds.flatMap(({ title, own }) => [
      `## ${title}`,
      ...own.map((each) => sectionOf(each.symbol, each.name, checker)),
    ])
    const introduction = introductionOf(name, source, names.length > 0)
    await writePage(
      `api/${pageName(name)}.md`,
      [`# ${name}`, introduction, ...sections].join('\n\n'),
    )
    const lines = kinds.flatMap(({ title, own }) => [
      `**${title}**`,
      own.map((each) => lineOf(each.symbol, each.name, pageName(name), checker)).join('\n'),
    ])
    list.push([`## ${name}`, introduction, ...lines].join('\n\n'))
  }
  await writePage(
    'api/index.md',
    [
      '# Public names',
      'Every import path and what it offers, generated from the source.',
      ...list,
    ].join('\n\n'),
  )
}

/** Lists what users import of a package; what is unstable has no page. */
async function importPathsOf([folder, imported]: readonly [string, string]) {
  const text = await readFile(join(root, 'packages', folder, 'package.json'), 'utf8')
  const { exports } = JSON.parse(text) as { exports: Record<string, string> }
  return Object.entries(exports).flatMap(([subpath, file]) => {
    const source = /^\.\/dist\/(.+)\.js$/.exec(file)?.[1]
    if (source === undefined || subpath.startsWith('./unstable/')) return []
    return [{ name: `${imported}${subpath.slice(1)}`, file: `packages/${folder}/src/${source}.ts` }]
  })
}

/** Kinds of names, in the order in which a reader needs them. */
const KINDS = [
  ['Functions', ts.SymbolFlags.Function],
  ['Classes', ts.SymbolFlags.Class],
  ['Values', ts.SymbolFlags.Variable],
  ['Types', ts.SymbolFlags.Type],
] as const

function kindOf({ flags }: ts.Symbol): ts.SymbolFlags {
  return KINDS.find(([, kind]) => (flags & kind) !== 0)?.[1] ?? ts.SymbolFlags.Type
}

/** The comment of a name; of a function with several forms, the first says what it is for. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const isFunction = (symbol.flags & ts.SymbolFlags.Function) !== 0
  const forms = isFunction ? checker.getTypeOfSymbol(symbol).getCallSignatures() : []
  const described = forms.length > 1 ? forms[0]! : symbol
  const comment = ts.displayPartsToString(described.getDocumentationComment(checker))
  // What an editor shows as a link is a name here.
  return comment.replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
}

function lineOf(symbol: ts.Symbol, name: string, page: string, checker: ts.TypeChecker): string {
  const comment = commentOf(symbol, checker)
  const sentence = /^[\s\S]+?[.](?=\s|$)/.exec(comment)?.[0].replaceAll(/\s+/g, ' ') ?? ''
  return `- [${name}](${page}.md#${name.toLowerCase()})${sentence === '' ? '' : `: ${sentence}`}`
}

function pageName(name: string): string {
  return name.replace('@', '').replaceAll('/', '-')
}

function optionsOf(file: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: object }
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options
}

function introductionOf(
  name: string,
  source: ts.SourceFile | undefined,
  hasNames: boolean,
): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//
    .exec(source?.text ?? '')?.[1]
    ?.replaceAll(/\n \* ?/g, ' ')
    .trim()
  if (comment !== undefined) return comment
  return hasNames
    ? `What \`import { … } from '${name}'\` offers.`
    : `Write \`import '${name}'\` at the top of your program. It exports no names.`
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol
}

function sectionOf(symbol: ts.Symbol, name: string, checker: ts.TypeChecker): string {
  const comment = commentOf(symbol, checker)
  const examples = symbol
    .getJsDocTags(checker)
    .filter((tag) => tag.name === 'example')
    .map((tag) => ts.displayPartsToString(tag.text))
  const shapes = new Set((symbol.declarations ?? []).map((each) => shapeOf(each, symbol, checker)))
  // Types of functions are long, so a reader sees first how they are used.
  return [`### ${name}`, comment, ...examples, `\`\`\`ts\n${[...shapes].join('\n\n')}\n\`\`\``]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Prints a declaration without what it does. */
function shapeOf(node: ts.Declaration, symbol: ts.Symbol, checker: ts.TypeChecker): string {
  if (ts.isFunctionDeclaration(node) && node.body)
    return node
      .getText()
      .slice(0, node.body.getStart() - node.getStart())
      .replace(/^export /, '')
      .trim()
  if (ts.isClassDeclaration(node)) {
    const members = node.members.filter(isPublic).map((member) => `  ${headOf(member)}`)
    const head = node
      .getText()
      .slice(0, node.members.pos - node.getStart())
      .replace(/^export /, '')
    return [head.trim(), ...members, '}'].join('\n')
  }
  if (ts.isVariableDeclaration(node)) {
    const type = checker.typeToString(
      checker.getTypeOfSymbolAtLocation(symbol, node),
      node,
      ts.TypeFormatFlags.None,
    )
    return `const ${symbol.name}: ${type}`
  }
  return node.getText().replace(/^export /, '')
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return (
    (ts.getCombinedModifierFlags(member) & hidden) === 0 &&
    !(member.name && ts.isPrivateIdentifier(member.name))
  )
}

function headOf(member: ts.ClassElement): string {
  const body =
    ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) ? member.body : undefined
  const end = body?.getStart() ?? member.getEnd()
  return member
    .getText()
    .slice(0, end - member.getStart())
    .trim()
}
