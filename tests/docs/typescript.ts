import { dirname } from 'node:path'

import ts from 'typescript'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  // Without those of browsers, which take a third of the time and hide what Node lacks.
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
}

/**
 * Type-checks files together; returns the messages by file, each with its line in the block. For the
 * `declared` ones also what keeps the types of their exports from being written down.
 */
export function typeErrorsIn(
  files: readonly string[],
  folder: string,
  declared: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const typeRoots = [`${folder}/node_modules/@types`]
  const all = { ...options, declaration: declared.length > 0, typeRoots }
  const program = ts.createProgram([...files, ...declared], all, createCachingHost(all))
  return new Map(
    [...files, ...declared].map((file) => {
      const source = program.getSourceFile(file)
      const problems = source
        ? [
            ...program.getSyntacticDiagnostics(source),
            ...program.getSemanticDiagnostics(source),
            ...(declared.includes(file) ? program.getDeclarationDiagnostics(source) : []),
          ]
        : []
      return [file, problems.map((problem) => messageOf(problem))]
    }),
  )
}

/**
 * Checks what `tsc -p` checks, but for the types of the platform, and returns its messages; starting it takes
 * twice as long.
 */
export function typeErrorsOfProject(file: string): readonly string[] {
  const { errors, program } = openProject(file)
  const sources = program.getSourceFiles().filter(({ fileName }) => !PLATFORM.test(fileName))
  const found = sources.flatMap((source) => [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ])
  const ofAll = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()]
  return [...errors, ...ofAll, ...found].map(messageOf)
}

const PLATFORM = /\/(?:typescript\/lib|@types)\//

/** Writes what `tsc -p` writes, without checking the types. */
export function emitProject(file: string): readonly string[] {
  const { errors, program } = openProject(file, { noCheck: true })
  const problems = [...program.getOptionsDiagnostics(), ...program.getSyntacticDiagnostics()]
  return [...errors, ...problems, ...program.emit().diagnostics].map(messageOf)
}

function openProject(file: string, more: ts.CompilerOptions = {}) {
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path))
  const {
    errors,
    fileNames,
    options: own,
  } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file), more, file)
  return { errors, program: ts.createProgram(fileNames, own, createCachingHost(own)) }
}

/** Strips the types of a block, so that Node 20 can run it. */
export function toJavaScript(text: string): string {
  return ts.transpileModule(text, {
    compilerOptions: { ...options, noEmit: false, module: ts.ModuleKind.ESNext },
  }).outputText
}

/** Parses the types of the platform once, whatever the number of programs. */
function createCachingHost(all: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(all)
  const parse = host.getSourceFile.bind(host)
  host.getSourceFile = (path, ...rest) => {
    if (!PLATFORM.test(path)) return parse(path, ...rest)
    const file = libraries.get(path) ?? parse(path, ...rest)
    if (file !== undefined) libraries.set(path, file)
    return file
  }
  return host
}

const libraries = new Map<string, ts.SourceFile>()

function messageOf({ file, start, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (!file || start === undefined) return message
  return `line ${file.getLineAndCharacterOfPosition(start).line + 1} of the block: ${message}`
}
