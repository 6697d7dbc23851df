import { serve, wrongDeclaration, type Cli } from '../runtime/surface.ts'
import { Defect } from '../contract/index.ts'
import type { AdapterDeclarations } from './declare/declarations.ts'
import { loadDeclarations } from './declare/load-declarations.ts'
import type { ForeignProgram } from './model/foreign-program.ts'
import { toCli } from './to-cli.ts'

/** Answers a command line by the contract and ends the process. */
export async function answerWith(
  read: () => ForeignProgram | Promise<ForeignProgram>,
  declarations: AdapterDeclarations | string | URL | undefined,
  argv: readonly string[],
): Promise<void> {
  let adapted
  try {
    const program = await withoutPrinting(read)
    adapted = await toCli(program, await loadDeclarations(declarations, program.name))
  } catch (error) {
    // The answer to a mistake in the declarations is an envelope as well.
    return serve(() => {
      throw error instanceof Defect ? wrongDeclaration([error]) : error
    }, argv)
  }
  const { cli, words } = adapted
  await serve(cli, argv[0]?.startsWith('--mcp') ? argv : words.checked(argv))
}

export async function adaptedCli(
  program: ForeignProgram,
  declarations: AdapterDeclarations | string | URL | undefined,
): Promise<Cli> {
  return (await toCli(program, await loadDeclarations(declarations, program.name))).cli
}

/** Calls code of a program before there is a call to answer; what it prints goes to stderr. */
export async function withoutPrinting<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const stream = process.stdout
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
  const original = stream.write
  stream.write = process.stderr.write.bind(process.stderr)
  try {
    return await work()
  } finally {
    stream.write = original
  }
}
