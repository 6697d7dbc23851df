import type { ForeignError, ForeignProgram } from '../model/foreign-program.ts'
import { withoutPrinting } from '../engine.ts'
import { ownsFlag } from '../words/option-table.ts'
import { readTree } from './read-tree.ts'
import { takeOver, YargsRefusal } from './take-over.ts'
import {
  internalsOf,
  nameOf,
  type YargsInternals,
  type YargsMain,
  type YargsProgram,
} from './yargs-program.ts'

export async function hasFlag(program: YargsProgram, flag: string): Promise<boolean> {
  return ownsFlag(await withoutPrinting(() => readTree(internalsOf(program))), flag)
}

export async function readYargs(
  program: YargsProgram,
  main: YargsMain | undefined,
): Promise<ForeignProgram> {
  const yargs = internalsOf(program)
  const root = await readTree(yargs, main)
  const taken = takeOver(yargs)
  return {
    name: nameOf(program),
    version: versionOf(yargs),
    description: root.description || descriptionOf(yargs),
    root,
    invoke: (words) => taken.invoke(words, main),
    classify: (error) => classify(error, taken.hasRun),
  }
}

function classify(error: unknown, hasRun: boolean): ForeignError {
  if (error instanceof YargsRefusal) return { kind: 'refused', problem: error.problem }
  // What a function that converts a value throws arrives like this if another one before it was async.
  if (hasRun || !(error instanceof Error) || error.name !== 'YError') return { kind: 'thrown' }
  const problem = { code: 'INVALID_VALUE', message: error.message, param: 'input' }
  return { kind: 'refused', problem }
}

function versionOf(yargs: YargsInternals): string | undefined {
  let version: unknown
  yargs
    .getInternalMethods()
    .getUsageInstance()
    .showVersion((text) => {
      version = text
    })
  return typeof version === 'string' ? version : undefined
}

/** The first line about the program that is not a pattern of its words. */
function descriptionOf(yargs: YargsInternals): string {
  const usage = yargs.getInternalMethods().getUsageInstance().getUsage()
  const lines = usage.flatMap((texts) => texts.flatMap((text) => text.split('\n')))
  return lines.find((line) => line.trim() !== '' && !/\$0|^usage\b/i.test(line))?.trim() ?? ''
}
