import type { Command } from '../declare/command.ts'
import { frameworkFlags } from '../declare/framework-flags.ts'
import { compileArgv } from '../input/argv/compile.ts'
import { rereadLine, type Run } from '../run/run-state.ts'
import { readCommandLine } from './flagged-line.ts'

/** Ends the options of a strict command at its first argument: the rest is another program's. True if it changed. */
export function endOptions(run: Run, { declaration }: Command, pathEnd: number): boolean {
  const { cli, commandLine, output } = run
  const { argv } = commandLine
  const { globals = {} } = cli.declaration
  const { options = {} } = declaration
  const make = () => frameworkFlags(cli, declaration, output.rules)
  const parser = compileArgv({ flags: { options, globals }, framework: { make, isRead: false } })
  let at = pathEnd + 1
  for (; at < argv.length && argv[at] !== '--'; at += 1) {
    const word = argv[at]!
    if (word.length < 2 || !word.startsWith('-')) break
    if (!word.includes('=') && parser.takesValue(word)) at += 1
  }
  if (at >= argv.length || argv[at] === '--') return false
  rereadLine(run, readCommandLine(cli, [...argv.slice(0, at), '--', ...argv.slice(at)]))
  return true
}
