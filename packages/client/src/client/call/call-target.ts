import programs from '@surety/internal/programs.json' with { type: 'json' }
import type { ToolMemory } from '../memory/tool-memory.ts'
import { isFileIn, namesFile, toolIdentity, toolKey, type CallPlace } from '../process/tool-file.ts'
import type { Settings } from '../settings.ts'
import {
  startsWithWords,
  toolOf,
  type ParsedCommandLine,
  type ToolName,
} from './redirect/command-line.ts'
import type { CommandFacts } from './redirect/known-command.ts'

const { shells, wrappers, runners, interpreters } = programs
const RUNNERS: ReadonlySet<string> = new Set([shells, wrappers, runners, interpreters].flat())

/** What a call runs now: a tool and a command line. A redirect can change both. */
export class CallTarget {
  readonly given: readonly string[]
  readonly known: ToolMemory
  readonly #settings: Settings
  readonly #place: CallPlace
  /** The file of the tool when it was opened. */
  #identity: string | undefined
  tool: ToolName
  argv: readonly string[]

  constructor(given: readonly string[], settings: Settings, known: ToolMemory, place: CallPlace) {
    this.given = given
    this.known = known
    this.argv = given
    this.#settings = settings
    this.#place = place
    this.tool = settings.tool ?? toolOf(given)
  }

  get key(): string {
    return toolKey(this.tool.program, this.#settings.cwd ?? '.')
  }

  get cacheKey(): string {
    const { program } = this.tool
    const isOwn = startsWithWords(this.given, program)
    const words = isOwn ? this.given.slice(program.length) : this.given
    return JSON.stringify([this.#identity ?? this.key, this.#settings.cwd ?? null, words])
  }

  argumentsOf(argv: readonly string[]): readonly string[] {
    return argv.slice(this.tool.program.length)
  }

  async open(): Promise<void> {
    this.#identity = toolIdentity(this.tool.program, this.#place)
    await this.known.open(this.#identity)
  }

  /** Whether it is known to run programs that its words name. */
  get isRunner(): boolean {
    return RUNNERS.has(this.tool.name)
  }

  /** Tests whether a word of the call names a file, such as the script of an interpreter. */
  isFile(word: string): boolean {
    return isFileIn(word, this.#place)
  }

  async factsAbout(call: readonly string[], target: ParsedCommandLine): Promise<CommandFacts> {
    const { argv, elsewhere } = target
    const isOther = elsewhere || toolIdentity(this.tool.program, this.#place) !== this.#identity
    const next = isOther ? argv : this.argumentsOf(argv)
    return {
      elsewhere: isOther,
      call: this.argumentsOf(call),
      next,
      isDeclaredSafe: this.#settings.safety === 'safe',
      hasManifest: await this.known.hasManifest(),
      from: await this.known.declared(this.argumentsOf(call)),
      to: isOther ? undefined : await this.known.declared(next),
      isUnlisted: await this.known.isUnlisted(this.argumentsOf(call)),
      isRunner: this.isRunner,
      namesFile: (word) => namesFile(word, this.tool.name, this.#place),
    }
  }

  /** Gives the read that shows whether the call did its work, as words that can be run. */
  async settlingRead() {
    const found = await this.known.settlingRead(this.argumentsOf(this.argv))
    return found && { ...found, words: [...this.tool.program, ...found.words] }
  }

  async moveTo(argv: readonly string[]): Promise<void> {
    this.tool = toolOf(argv)
    await this.open()
  }
}
