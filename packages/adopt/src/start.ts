import { isMainThread } from 'node:worker_threads'

import { begin, type Asked } from './ask/ask.ts'
import type { AnswerOptions } from './ask/options.ts'
import { cac } from './fronts/cac.ts'
import { citty } from './fronts/citty.ts'
import { commander } from './fronts/commander.ts'
import { oclif } from './fronts/oclif.ts'
import { yargs } from './fronts/yargs.ts'
import { Run } from './run.ts'

const FRONTS = [commander, yargs, oclif, cac, citty]

/** Starts to catch what a program prints and how it ends, in a call that asks for an answer. */
export function start(program: unknown, options: AnswerOptions, asked: Asked): unknown {
  // Descriptors and signals are those of the process, which a worker shares with others.
  if (!isMainThread || process.platform === 'win32') {
    const where = isMainThread ? 'on Windows' : 'in a worker'
    process.stderr.write(`What is printed ${where} is not caught: the program runs as it is.\n`)
    return begin(program, options)
  }
  const isProgram =
    (typeof program === 'object' && program !== null) || typeof program === 'function'
  const front = isProgram ? FRONTS.find(({ fits }) => fits(program)) : undefined
  const run = new Run(options, asked, front)
  const root = front?.read(program as never)
  if (root && run.owns(root)) return program
  if (!run.start()) return begin(program, options)
  // Nothing of the program runs here.
  if (run.isElsewhere) return new Promise(() => {})
  return front ? front.listen(program as never, run) : begin(program, options)
}
