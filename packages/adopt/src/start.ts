import { isMainThread } from 'node:worker_threads'

import { findCalled, unlisted, type Called } from './around/called.ts'
import { toManifest } from './around/manifest.ts'
import { CAUGHT_VARIABLE, envPrefix, type Asked } from './ask/ask.ts'
import type { AnswerOptions } from './ask/options.ts'
import { succeeded } from './catch/answer.ts'
import { cac } from './fronts/cac.ts'
import { citty } from './fronts/citty.ts'
import { commander } from './fronts/commander.ts'
import type { ForeignCommand, Watch } from './fronts/front.ts'
import { oclif } from './fronts/oclif.ts'
import { yargs } from './fronts/yargs.ts'
import { noteForParent } from './isolate/isolate.ts'
import { Run } from './run.ts'

const FRONTS = [commander, yargs, oclif, cac, citty]

/** Starts to catch what a program prints and how it ends, in a call that asks for an answer. */
export function start(program: unknown, options: AnswerOptions, asked: Asked): unknown {
  const begin = () =>
    options.isolate && typeof program === 'function' && !('prototype' in program)
      ? (program as () => unknown)()
      : program
  // Descriptors and signals are those of the process, which a worker shares with others.
  if (!isMainThread || process.platform === 'win32') {
    const where = isMainThread ? 'on Windows' : 'in a worker'
    process.stderr.write(`What is printed ${where} is not caught: the program runs as it is.\n`)
    return begin()
  }
  const all = process.argv.slice(2)
  const isProgram =
    (typeof program === 'object' && program !== null) || typeof program === 'function'
  const front = isProgram ? FRONTS.find(({ fits }) => fits(program)) : undefined
  const root = front?.read(program as never)
  const taken = new Set(asked.at)
  const words = all.filter((_, place) => !taken.has(place))
  const called = root && findCalled(root, words)
  const ours = all.filter((_, place) => taken.has(place))
  if (called && (owns(called, ours) || (asked.by === 'manifest' && called.chain.length > 1)))
    return program

  const run = new Run(
    options,
    asked,
    words,
    ours,
    front === oclif ? undefined : called,
    front === citty,
  )
  if (asked.by === 'child') {
    noteForParent(run.heard)
    const onCommand = () => 'run' as const
    const isOwn = () => false
    front?.listen(program as never, { heard: run.heard, all, words, taken: [], isOwn, onCommand })
    return begin()
  }
  takeWords(asked, options, words)
  if (asked.by === 'manifest' && root && front !== oclif) {
    const answer = (found: ForeignCommand) =>
      run.finish(succeeded(run.heard, toManifest(found, options)))
    const { load } = front!
    return load ? { run: async () => answer(await load(program as never)) } : answer(root)
  }
  run.namesManifest = front !== undefined && words.includes('--help')
  run.guard()
  // Nothing of the program runs here.
  if (options.isolate && run.isolate()) return new Promise(() => {})
  if (!run.catch()) return begin()
  if (called && front === citty) warnOf(run, called, words)
  return front
    ? front.listen(program as never, watchOf(run, { front, asked, options, all, words, ours }))
    : program
}

/** A call whose answer is asked for, with the words that ask. */
interface Asking {
  readonly front: (typeof FRONTS)[number]
  readonly asked: Asked
  readonly options: AnswerOptions
  readonly all: readonly string[]
  readonly words: string[]
  readonly ours: readonly string[]
}

function warnOf(run: Run, called: Called, words: readonly string[]): void {
  run.heard.warnings.push(...unlisted(called, words))
}

/** What the framework is asked while it parses and runs the called command. */
function watchOf(run: Run, { front, asked, options, all, words, ours }: Asking): Watch {
  return {
    heard: run.heard,
    all,
    words,
    taken: ours,
    // What is declared after our line is there when the program parses.
    isOwn: (tree) => {
      const found = findCalled(tree, words)
      run.called = found
      const isBack = owns(found, ours)
      if (isBack) run.release()
      else if (front === cac) warnOf(run, found, words)
      return isBack
    },
    onCommand: (command, readRoot) => {
      const isManifest = asked.by === 'manifest' && !command.runs
      if (isManifest) run.heard.returned = toManifest(readRoot(), options)
      if (isManifest) return 'answered'
      const found = {
        chain: [readRoot(), command],
        flags: command.options.flatMap(({ flags }) => flags),
        rest: undefined,
      }
      run.called = command.runs ? found : findCalled(readRoot(), words)
      if (asked.by !== 'manifest' && !owns(found, ours)) return 'run'
      run.release()
      return 'hand back'
    },
  }
}

/** Tests whether the called command has one of our flags itself. */
function owns({ flags }: Called, ours: readonly string[]): boolean {
  return ours.some((word) => flags.includes(word.split('=')[0]!))
}

/** Takes our words out of the call, and what asks out of the environment of children. */
function takeWords(asked: Asked, options: AnswerOptions, words: readonly string[]): void {
  process.argv.splice(2, process.argv.length, ...words)
  process.env[CAUGHT_VARIABLE] = '1'
  if (asked.format === undefined && asked.envelope === undefined) return
  const prefix = envPrefix(options)
  if (prefix === null) return
  delete process.env[`${prefix}_FORMAT`]
  delete process.env[`${prefix}_ENVELOPE`]
}
