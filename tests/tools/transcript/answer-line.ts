import type { Left, Surroundings } from './run-example.ts'
import { runInMemory, type ExampleName } from './run-in-memory.ts'
import { runLine } from './shell.ts'

const WORD = /\s*(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\|&;<>(){}#*?~]+))(?=\s|$)/y
const NAMES: readonly string[] = ['animus', 'claw', 'pay', 'td'] satisfies ExampleName[]

/**
 * Answers a line of a shell: in memory if it is a plain call of an example, by a real shell and the
 * real executable if it is more than that.
 */
export function answerLine(line: string, surroundings: Surroundings): Promise<Left> {
  const call = parseCall(line)
  if (!call) return runLine(line, surroundings)
  const env = { ...surroundings.env, ...call.env }
  return runInMemory(call.name, call.argv, { ...surroundings, env })
}

function parseCall(
  line: string,
):
  | { readonly name: ExampleName; readonly argv: string[]; readonly env: Record<string, string> }
  | undefined {
  const words = wordsOf(line)
  const start = words?.findIndex((word) => !/^[A-Z_]+=/.test(word)) ?? -1
  const [name = '', ...argv] = words?.slice(start) ?? []
  if (!words || start < 0 || !NAMES.includes(name)) return undefined
  const env = words.slice(0, start).map((word) => word.split('=') as [string, string])
  return { name: name as ExampleName, argv, env: Object.fromEntries(env) }
}

/** Gives the words of a line, or undefined if only a shell can tell. */
function wordsOf(line: string): string[] | undefined {
  const words: string[] = []
  WORD.lastIndex = 0
  for (let at = 0; at < line.trimEnd().length; at = WORD.lastIndex) {
    const [, single, double, bare] = WORD.exec(line) ?? []
    const word = single ?? double ?? bare
    if (word === undefined) return undefined
    words.push(word)
  }
  return words
}
