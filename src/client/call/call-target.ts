import { toolKey } from '../memory/key.ts'
import type { ToolMemory } from '../memory/tool-memory.ts'
import type { Settings } from '../settings.ts'
import { sameWords, toolOf, type ToolName } from './redirect/command-line.ts'

/** What a call runs now: a tool and a command line. A redirect can change both. */
export class CallTarget {
  /** The command line that the caller gave. */
  readonly given: readonly string[]
  /** What is remembered about the present tool. */
  readonly known: ToolMemory
  readonly #settings: Settings
  tool: ToolName
  /** The command line of the next attempt. */
  argv: readonly string[]

  constructor(given: readonly string[], settings: Settings, known: ToolMemory) {
    this.given = given
    this.known = known
    this.argv = given
    this.#settings = settings
    this.tool = settings.tool ?? toolOf(given)
  }

  /** The name under which the tool is remembered. */
  get key(): string {
    return toolKey(this.tool.program, this.#settings.cwd ?? '.')
  }

  /** The name under which the answer to the given call is cached. */
  get cacheKey(): string {
    const { program } = this.tool
    const isOwn = sameWords(this.given.slice(0, program.length), program)
    const words = isOwn ? this.given.slice(program.length) : this.given
    return JSON.stringify([this.key, this.#settings.cwd ?? null, words])
  }

  /** Gives the arguments of a command line: what follows the words that start the tool. */
  argumentsOf(argv: readonly string[]): readonly string[] {
    return argv.slice(this.tool.program.length)
  }

  /** Reads what is remembered about the tool. */
  async open(): Promise<void> {
    await this.known.open(this.key)
  }

  /** Makes another program the tool: its name, its dialect, its memory. */
  async moveTo(argv: readonly string[]): Promise<void> {
    this.tool = toolOf(argv)
    await this.open()
  }
}
