import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'

import { blocksOf } from '../docs/pages.ts'
import { root } from '../../scripts/build/targets.mjs'

/** A name that a subpath exports, as its type declarations describe it. */
export interface PublicName {
  /** As in package.json: `./client`. */
  readonly subpath: string
  readonly name: string
  /** What the name stands for; the same object where two subpaths export the same thing. */
  readonly meaning: object
  readonly isFunction: boolean
  /** The doc comment without its tags. */
  readonly documentation: string
  /** The code of each `@example`. */
  readonly examples: readonly string[]
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string>>
}

/** The subpaths that can be imported, as package.json spells them. */
export const subpaths: readonly string[] = Object.keys(manifest.exports).filter(
  (path) => !/\*|\.json$/.test(path),
)

/** Gives the declarations of a subpath, from the root of the package. */
export function declarationsOf(subpath: string): string {
  return (manifest.exports[subpath] ?? '').replace(/\.js$/, '.d.ts')
}

/**
 * A module that lists in `names.json` what every subpath exports besides types. It is a file, because one of
 * the subpaths takes what is printed to stdout away.
 */
export const writesValueNames = `
  import { writeFileSync } from 'node:fs'
  const names = {}
  for (const path of ${JSON.stringify(subpaths)})
    names[path] = Object.keys(await import('surety' + path.slice(1))).sort()
  writeFileSync('names.json', JSON.stringify(names))`

/** Lists what every subpath of a package exports, types included. */
export function readPublicNames(folder: string): readonly PublicName[] {
  const files = subpaths.map((path) => join(folder, declarationsOf(path)))
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
    strict: true,
  })
  const checker = program.getTypeChecker()
  return subpaths.flatMap((subpath, index) => {
    const source = program.getSourceFile(files[index] ?? '')
    const symbol = source && checker.getSymbolAtLocation(source)
    const found = symbol ? checker.getExportsOfModule(symbol) : []
    return found.map((each) => describe(subpath, each, checker))
  })
}

function describe(subpath: string, exported: ts.Symbol, checker: ts.TypeChecker): PublicName {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
  const examples = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example')
  return {
    subpath,
    name: exported.name,
    meaning: symbol,
    isFunction: (symbol.flags & ts.SymbolFlags.Function) !== 0,
    documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    examples: examples.flatMap(({ text }) =>
      blocksOf(ts.displayPartsToString(text)).map((block) => block.text),
    ),
  }
}
