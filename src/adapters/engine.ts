import { serve } from '../runtime/surface.ts'
import type { AdapterDeclarations } from './declare/declarations.ts'
import type { ForeignProgram } from './model/foreign-program.ts'
import { withoutPrinting } from './run/without-printing.ts'
import { toCli } from './to-cli.ts'

/** Answers a command line by the contract and ends the process. */
export async function answerWith(
  read: () => ForeignProgram | Promise<ForeignProgram>,
  declarations: AdapterDeclarations | undefined,
  argv: readonly string[],
): Promise<void> {
  let adapted
  try {
    adapted = toCli(await withoutPrinting(read), declarations)
  } catch (error) {
    // The answer to a mistake in the declarations is an envelope as well.
    return serve(() => {
      throw error
    }, argv)
  }
  const { cli, words } = adapted
  await serve(cli, argv[0]?.startsWith('--mcp') ? argv : words.checked(argv))
}
