import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/client/scripted.sh', import.meta.url))

/** One answer of the tool: members of an envelope, or a text as it is, and the exit. */
type Step = { readonly exit?: number; readonly raw?: string; readonly meta?: object }

/** One call of the tool. */
export interface ScriptedCall {
  readonly argv: readonly string[]
  readonly token: string | null
}

/** Writes a script into a folder, and returns the command line of a tool that plays it. */
export async function writeScriptedTool(
  folder: string,
  script: readonly object[],
): Promise<readonly [string, string]> {
  await Promise.all(
    script.map(async (given, index) => {
      const { exit, raw, ...step } = given as Step
      const envelope = { ok: exit === 0, data: null, error: null, warnings: [], ...step }
      const text = raw ?? JSON.stringify({ ...envelope, meta: { duration_ms: 1, ...step.meta } })
      await writeFile(join(folder, `step-${index + 1}`), `${text}\n`)
      await writeFile(join(folder, `exit-${index + 1}`), `${exit ?? 0}\n`)
    }),
  )
  return [program, folder]
}

/** Tells how the tool was called, in order. */
export async function readScriptedCalls(folder: string): Promise<readonly ScriptedCall[]> {
  const count = (await readdir(folder)).filter((name) => name.startsWith('call-')).length
  const calls = Array.from({ length: count }, async (_, index) => {
    const [token, ...argv] = (await readFile(join(folder, `call-${index + 1}`), 'utf8')).split('\0')
    return { argv: argv.slice(0, -1), token: token === '' ? null : (token ?? null) }
  })
  return Promise.all(calls)
}
