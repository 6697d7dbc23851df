import ts from 'typescript'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
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

/** Type-checks files together; returns the messages by file, each with its line in the block. */
export function typeErrorsIn(
  files: readonly string[],
  folder: string,
): ReadonlyMap<string, readonly string[]> {
  const program = ts.createProgram([...files], {
    ...options,
    typeRoots: [`${folder}/node_modules/@types`],
  })
  return new Map(
    files.map((file) => {
      const source = program.getSourceFile(file)
      const problems = source
        ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
        : []
      return [file, problems.map((problem) => messageOf(problem))]
    }),
  )
}

/** Strips the types of a block, so that Node 20 can run it. */
export function toJavaScript(text: string): string {
  return ts.transpileModule(text, {
    compilerOptions: { ...options, noEmit: false, module: ts.ModuleKind.ESNext },
  }).outputText
}

function messageOf({ file, start, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (!file || start === undefined) return message
  return `line ${file.getLineAndCharacterOfPosition(start).line + 1} of the block: ${message}`
}
