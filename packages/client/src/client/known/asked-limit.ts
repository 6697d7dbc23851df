import { stripVTControlCharacters } from 'node:util'

import { withAbsolutePlaces } from '@surety/internal/process/absolute-places.ts'

import { effectOf, plainCallOf } from '../../programs/index.ts'
import type { CallPlace } from '../process/tool-file.ts'
import { programFile } from '@surety/internal/process/program-file.ts'

const HELP_MS = 3000
const MAX_HELP = 256 * 1024

/** Asks a program for its help and reads the default of an option there. */
export async function askLimit(
  {
    program,
    command,
    option,
  }: { readonly program: string; readonly command: string; readonly option: string },
  place: CallPlace,
  env: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  const words = [...command.split(' ').filter(Boolean), '--help']
  // Help that may do more than print is not asked for.
  const call = await plainCallOf([program, ...words], { hasErrors: false })
  const file = call && effectOf(call) === 'read' ? programFile(program, place) : undefined
  return file === undefined ? undefined : limitIn(await askHelp([file, ...words], env), option)
}

async function askHelp(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const limits = { timeoutMs: HELP_MS, graceMs: 0, drainMs: 100, maxBytes: MAX_HELP }
  const { runProcess } = await import('@surety/internal/process/run-process.ts')
  const { stdout, stderr } = await runProcess({ argv, env: withAbsolutePlaces(env), ...limits })
  return [stdout, stderr].map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n')
}

/** Finds what a help text says of the default of an option: `--limit int  Most items (default 30)`. */
export function limitIn(help: string, option: string): number | undefined {
  const lines = stripVTControlCharacters(help).split('\n')
  const isOwn = (line: string) => / ?-/.test(line) && line.split(/[\s,=:;]+/).includes(option)
  const at = lines.findIndex(isOwn)
  if (at === -1) return undefined
  const next = lines.findIndex((line, index) => index > at && /^\s*(?:-|$)/.test(line))
  const text = lines.slice(at, next === -1 ? at + 4 : next).join(' ')
  const [, number] = /\bdefault(?:s to| is|[:=])?\s*"?(\d+)\b/i.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}
