import ts from 'typescript'

import { GENERATION_RULES } from '../../packages/surety/src/runtime/declare/generation-rules.ts'
import { sources, walkTree } from './sources.ts'

const rules = new Set(Object.keys(GENERATION_RULES['1.16']))

/** Lists the files that ask for a rule of a generation, beside the one that defines them. */
export function filesWithRules(): readonly string[] {
  return sources
    .filter(({ fileName }) => !fileName.endsWith('/generation-rules.ts'))
    .filter(asksForRule)
    .map(({ fileName }) => fileName)
}

function asksForRule(source: ts.SourceFile): boolean {
  let asks = false
  walkTree(source, (node) => {
    if (ts.isPropertyAccessExpression(node) && rules.has(node.name.text))
      asks ||= isRules(node.expression.getText())
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name))
      asks ||=
        isRules(node.initializer?.getText() ?? '') &&
        node.name.elements.some(({ name }) => rules.has(name.getText()))
  })
  return asks
}

function isRules(text: string): boolean {
  return /(?:\brules|\brulesOf\w*\([^]*\))$/i.test(text)
}
