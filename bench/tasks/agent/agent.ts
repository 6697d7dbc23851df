import type { Habit, Policy } from '../policies/policy.ts'
import type { ServiceState } from '../service/start-state.ts'
import type { Build, Shown, World } from '../world.ts'
import { confirmingFlag, failureIn, namedCommand, saysNoRepeat, secondsToWait } from './reading.ts'

/** What is typed, and what the agent hopes to see of it. */
export interface Wish {
  /** The word that it looks for if it pipes the output to grep. */
  readonly hopes: string
  /** Whether the command has data that `--json` prints. */
  readonly isRead?: boolean
  /** Typed alone, without a pipe or a redirect. */
  readonly isBare?: boolean
}

/** What came of a call. */
export interface Seen extends Shown {
  readonly line: string
  /** Whether the agent's own `head` may have cut it: it shows as many lines as were asked for. */
  readonly isCutByItself: boolean
  readonly isSilent: boolean
}

/** The most calls that a run may have. */
const MAX_CALLS = 12

/** An agent of a policy at work with one build: types lines, reads what is shown, remembers the cost. */
export class Agent {
  readonly calls: Seen[] = []
  state: ServiceState
  readonly #world: World
  readonly #build: Build
  readonly #policy: Policy
  readonly #draw: (purpose: string) => number
  readonly #rows: string

  constructor(
    {
      world,
      build,
      policy,
      draw,
    }: { world: World; build: Build; policy: Policy; draw: (purpose: string) => number },
    start: { readonly state: ServiceState; readonly rows: string },
  ) {
    this.#world = world
    this.#build = build
    this.#policy = policy
    this.#draw = draw
    this.#rows = start.rows
    this.state = start.state
  }

  /** Whether it does what agents of this policy do in such a share of cases. */
  does(habit: Habit): boolean {
    return this.#draw(habit) < this.#policy.chances[habit]
  }

  /** Types a call of the program, with an end as agents of this policy type it. */
  async type(words: string, wish: Wish): Promise<Seen> {
    const asksJson = this.does('asks_json')
    const json = wish.isRead && asksJson && this.#build.hasJsonFlag ? ' --json' : ''
    const end = this.#end(wish)
    return this.#show(`orders ${words}${json}`, end)
  }

  /** Types a line that is no call of the program. */
  async typeLine(line: string): Promise<Seen> {
    return this.#show(line)
  }

  /** Looks for a word in an output that the client saved, as the line `grep` shows it. */
  async searchSaved(saved: string, word: string): Promise<Seen> {
    const lines = saved.split('\n').filter((line) => line.toLowerCase().includes(word))
    const text = lines.join('\n')
    const line = `grep -i ${word} tool-results/1.txt`
    const isLong = text.length > 30_000
    const seen: Seen = {
      line,
      text: isLong ? `<persisted-output>\nOutput too large.\n${text.slice(0, 2000)}` : text,
      exit: lines.length > 0 ? 0 : 1,
      hung: false,
      isCutByItself: false,
      isSilent: text === '',
    }
    this.calls.push(seen)
    return seen
  }

  /**
   * Types a call and deals with what stands in its way: an expired token, a limit of calls, another name, a question.
   * Gives what was seen last.
   */
  async attempt(words: string, wish: Wish): Promise<Seen> {
    let [next, now] = [words, wish]
    for (;;) {
      const seen = await this.type(next, now)
      if (this.calls.length >= MAX_CALLS) return seen
      const failure = failureIn(seen)
      if (failure === 'token') await this.type('login', { hopes: 'sign' })
      else if (failure === 'rate') {
        if (!(await this.#waits(seen))) return seen
      } else if (failure === 'command') {
        const other = await this.#otherName(seen)
        if (other === undefined) return seen
        next = other
      } else if (failure === 'confirmation' || seen.hung) {
        const flag = confirmingFlag(seen.text) ?? (await this.#flagInHelp(next))
        if (flag === undefined || next.includes(flag)) return seen
        next = `${next} ${flag}`
      } else if (failure === 'other' && isWordless(seen) && this.does('tries_again_after_failure'))
        now = { ...wish, isBare: true }
      else return seen
    }
  }

  /** An answer that says so keeps it from waiting, as often as agents follow what an answer says. */
  async #waits({ text }: Seen): Promise<boolean> {
    if (saysNoRepeat(text) && this.does('follows_named_command')) return false
    const seconds = secondsToWait(text)
    if (seconds === undefined) return this.does('tries_again_after_failure')
    await this.typeLine(`sleep ${seconds}`)
    return true
  }

  /** Follows the new name that the answer gives, else looks for the old one in the help. */
  async #otherName({ text, line }: Seen): Promise<string | undefined> {
    const named = namedCommand(text)
    if (named !== undefined && this.does('follows_named_command')) return named
    const [, old, target] = /^orders (\w+) (\w+)/.exec(line)!
    const help = await this.typeLine('orders --help')
    const command = new RegExp(String.raw`^\s+(\w+)\s.*\b${old}\b`, 'm').exec(help.text)?.[1]
    return command === undefined ? undefined : `${command} ${target}`
  }

  async #flagInHelp(words: string): Promise<string | undefined> {
    const help = await this.typeLine(`orders ${words.split(' ')[0]} --help`)
    return confirmingFlag(help.text)
  }

  #end({ hopes, isBare }: Wish): string {
    const { ends } = this.#policy
    let left = this.#draw('end') * ends.reduce((sum, [, count]) => sum + count, 0)
    const drawn = ends.find(([, count]) => (left -= count) < 0)?.[0] ?? ''
    if (isBare || drawn === '') return ''
    return ` ${drawn.replace('| grep', `| grep -i "${hopes}"`)}`
  }

  async #show(words: string, end = ''): Promise<Seen> {
    const { shown, after } = await this.#world.run({ words, end }, this.state, this.#rows)
    this.state = after
    const line = `${words}${end}`
    const lines = /\| head -(\d+)$/.exec(line)?.[1]
    const isCutByItself = lines !== undefined && shown.text.split('\n').length >= Number(lines)
    const seen = { ...shown, line, isCutByItself, isSilent: shown.text.trim() === '' }
    this.calls.push(seen)
    return seen
  }
}

/** An exit that is not 0, and nothing else. */
function isWordless({ text, hung }: Seen): boolean {
  return !hung && /^Exit code \d+$/.test(text.trim())
}
