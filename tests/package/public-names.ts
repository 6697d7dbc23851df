import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'

import { blocksOf } from '../docs/pages.ts'
import { packages, root } from '../../scripts/build/targets.mjs'

/** A name that a subpath exports, as its type declarations describe it. */
export interface PublicName {
  /** As users import it: `surety/testing`. */
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

/** What users import, by its name, and the file of its declarations from the root of the repository. */
const declarations: ReadonlyMap<string, string> = new Map(
  Object.entries(packages).flatMap(([folder, name]) => {
    const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')
    const { exports } = JSON.parse(text) as {
      readonly exports: Readonly<Record<string, string | { import: { default: string } }>>
    }
    // What is unstable comes without promises.
    return Object.entries(exports)
      .filter(([path]) => !/\*|\.json$|^\.\/unstable\//.test(path))
      .map(([path, file]) => [
        `${name}${path.slice(1)}`,
        join(
          'packages',
          folder,
          (typeof file === 'string' ? file : file.import.default).replace(/\.js$/, '.d.ts'),
        ),
      ])
  }),
)

/** The names that can be imported. */
export const subpaths: readonly string[] = [...declarations.keys()]

/** Gives the declarations of a name, from the root of the repository. */
export function declarationsOf(subpath: string): string {
  return declarations.get(subpath) ?? ''
}

/**
 * A module that lists in `names.json` what every subpath exports besides types. It is a file, because one of
 * the subpaths takes what is printed to stdout away.
 */
export const writesValueNames = `
  import { writeFileSync } from 'node:fs'
  const names = {}
  for (const path of ${JSON.stringify(subpaths)})
    names[path] = Object.keys(await import(path)).sort()
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
