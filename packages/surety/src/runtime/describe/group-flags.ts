import { Schema } from '../../schema/index.ts'
import { findFlag, frameworkFlags } from '../declare/framework-flags.ts'
import { compileArgv } from '../input/argv/compile.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import type { Run } from '../run/run-state.ts'

/** Reads the flags of a call without a command; null if they ask for help. */
export async function groupFlagsEnd(
  run: Run,
  path: readonly string[],
  rest: readonly string[],
): Promise<RunEnd | null> {
  const { flags, problems } = await compileArgv({
    flags: { globals: run.cli.declaration.globals ?? {} },
    framework: {
      make: () => ({
        ...frameworkFlags(run.cli, {}, run.output.rules),
        llms: new Schema(findFlag('llms')!.def),
      }),
      isRead: true,
    },
  }).read(rest)
  // Without a command no argument can be missing.
  const wrong = problems.filter(({ code }) => code !== 'MISSING_ARGUMENT')
  if (wrong.length > 0) throw inputFailure(run, wrong)
  const { schema, llms } = flags['flags'] ?? {}
  if (schema === true) return (await import('./schema-flag.ts')).groupSchemaEnd(run, path)
  if (llms === true) return (await import('./schema-flag.ts')).llmsEnd(run, path)
  return null
}
