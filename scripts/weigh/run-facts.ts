import ts from 'typescript'

import { sources, walkTree } from './sources.ts'

type Shape = ts.InterfaceDeclaration | ts.ClassDeclaration
const ROOM = 'packages/surety/src/runtime/run/'

/**
 * Lists the facts that can be reached from a run: the members of `Run`, with those of the objects in `run/` that keep
 * changing facts for it, and what is kept beside it in a map of runs.
 */
export function runFacts(): readonly string[] {
  const run = shapes.get('Run')
  if (!run) throw new Error(`${ROOM} has no Run`)
  return [...factsOf(run, 'run'), ...mapsOfRuns.map(({ file, name }) => `${name} in ${file}`)]
}

const shapes = new Map<string, Shape>()
const mapsOfRuns: { readonly file: string; readonly name: string }[] = []
for (const source of sources)
  walkTree(source, (node) => {
    const isShape = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
    if (isShape && node.name && source.fileName.startsWith(ROOM)) shapes.set(node.name.text, node)
    if (
      ts.isVariableDeclaration(node) &&
      source.fileName.startsWith('packages/surety/src/runtime/') &&
      /^new (?:Weak)?(?:Map|Set)<Run\b/.test(node.initializer?.getText() ?? '')
    )
      mapsOfRuns.push({ file: source.fileName, name: node.name.getText() })
  })

function factsOf(shape: Shape, path: string): readonly string[] {
  return shape.members.filter(isFact).flatMap((member) => {
    const name = `${path}.${member.name!.getText()}`
    const kept = shapes.get((member as ts.PropertySignature).type?.getText() ?? '')
    return kept && kept !== shape && isDrawer(kept) ? factsOf(kept, name) : [name]
  })
}

function isFact(member: ts.Node & { readonly name?: ts.Node }): boolean {
  return ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)
}

/** Tests for an object whose facts others change; one that is only read, or changes itself, is one fact. */
function isDrawer(shape: Shape): boolean {
  return shape.members.some(
    (member) =>
      isFact(member) &&
      !ts.isPrivateIdentifier(member.name!) &&
      !ts.getModifiers(member as ts.PropertyDeclaration)?.some(isReadonly),
  )
}

function isReadonly({ kind }: ts.Modifier): boolean {
  return kind === ts.SyntaxKind.ReadonlyKeyword
}

/** Methods that change a collection, and those of the limit, the end and the redactor of a run that change it. */
const CHANGES =
  /^(?:push|unshift|pop|shift|splice|sort|reverse|set|add|delete|clear|learn|change|hold|pauseFor|abort|end|begin\w*)$/

/** Lists the files that change a fact of a run, wherever it is kept. */
export function runWriters(): readonly string[] {
  const writers = sources.filter(writesToRun).map(({ fileName }) => fileName)
  return [...new Set([...writers, ...mapsOfRuns.map(({ file }) => file)])].toSorted()
}

function writesToRun(source: ts.SourceFile): boolean {
  if (!/\bRun\b|\brunOf\(/.test(source.text) || !mayHoldRun(source)) return false
  const names = namesOfRun(source)
  let writes = false
  walkTree(source, (node) => {
    const target = targetOf(node)
    if (target && leadsToRun(target, names)) writes = true
  })
  return writes
}

/** The run of a tool, not that of a program under test. */
function mayHoldRun({ fileName, text }: ts.SourceFile): boolean {
  return (
    fileName.startsWith('packages/surety/src/runtime/') ||
    /from '[^']*(?:runtime\/|unstable\/(?:runtime|surface))[^']*'/.test(text)
  )
}

/** Finds what stands for a run in a file, and what was taken out of one. */
function namesOfRun(source: ts.SourceFile): {
  readonly runs: Set<string>
  readonly taken: Set<string>
} {
  const runs = new Set(['run'])
  const taken = new Set<string>()
  walkTree(source, (node) => {
    if (!ts.isParameter(node) && !ts.isVariableDeclaration(node)) return
    const given = node.initializer?.getText().replace(/!$/, '') ?? ''
    const isRun = /^Run\b/.test(node.type?.getText() ?? '') || /(?:^|\.)run$/.test(given)
    if (!isRun) return
    if (ts.isIdentifier(node.name)) runs.add(node.name.text)
    else walkTree(node.name, (each) => ts.isBindingElement(each) && taken.add(each.name.getText()))
  })
  return { runs, taken }
}

/** Returns what a node changes: the left side of an assignment, the list that grows, the object that is extended. */
function targetOf(node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return node.left
  if (ts.isDeleteExpression(node)) return node.expression
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return /^(?:\+\+|--)|(?:\+\+|--)$/.test(node.getText()) ? node.operand : undefined
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined
  if (node.expression.getText() === 'Object.assign') return node.arguments[0]
  return CHANGES.test(node.expression.name.text) ? node.expression.expression : undefined
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function leadsToRun(target: ts.Node, { runs, taken }: ReturnType<typeof namesOfRun>): boolean {
  let node = target
  let depth = 0
  while (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isNonNullExpression(node)
  ) {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'run' && depth > 0) return true
    if (!ts.isNonNullExpression(node)) depth += 1
    node = node.expression
  }
  if (ts.isCallExpression(node)) return depth > 0 && node.expression.getText() === 'runOf'
  if (!ts.isIdentifier(node)) return false
  const isList = !ts.isBinaryExpression(target.parent)
  return (runs.has(node.text) && depth > 0) || (taken.has(node.text) && (depth > 0 || isList))
}
