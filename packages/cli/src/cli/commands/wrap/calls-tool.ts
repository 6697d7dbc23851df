import { SuretyError, type JsonValue, type Outcome } from 'surety/unstable/contract'
import { knownCallOf } from '@surety/client/unstable/programs'
import {
  defineCli,
  defineCommand,
  run as runTool,
  type Cli,
  type CommandDeclaration,
} from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { anyWords, lasting } from '../../input/option-kinds.ts'
import { passThroughExits } from '../run/call-options.ts'

/**
 * Makes a tool of a program whose calls are described, but not its commands: one command for what is known to read,
 * and one for all other words, which needs a confirmation. Undefined if nobody described the program.
 */
export async function callsTool(name: string): Promise<Cli | undefined> {
  if ((await knownCallOf([name])) === undefined) return undefined
  return defineCli({
    name,
    calledAs: ['surety', 'wrap', name],
    version: '1.0.0',
    description: `${name}, through surety`,
    commands: { read: readCommand(name), run: runCommand(name) },
  })
}

/**
 * The same two for a program whose commands are described as well: these are some of what it can do. The second has
 * another name, because `gh run` is a group of commands.
 */
export function otherCalls(name: string): Readonly<Record<string, CommandDeclaration>> {
  return { read: readCommand(name), call: runCommand(name) }
}

function readCommand(name: string): CommandDeclaration {
  return defineCommand({
    description: `Runs ${name} with words that are known to only read; refuses all others`,
    danger: 'safe',
    ...anyCall(name),
    errors: {
      NOT_A_KNOWN_READ: lasting('PRECONDITION', 'The call changes something, or is not known'),
    },
    run: async (ctx) => {
      const words = [name, ...ctx.args.words]
      const known = await knownCallOf(words, { hasErrors: false })
      if (known?.effect !== 'read' || known.reveals || known.terminal)
        return ctx.fail(
          'NOT_A_KNOWN_READ',
          `'${quoteWords(words.slice(0, 3))}' is not known to only read and to show no secrets, so it was not run.`,
        )
      return runWords(ctx as never, ['--', ...words])
    },
  }) as never
}

function runCommand(name: string): CommandDeclaration {
  return defineCommand({
    description: `Runs ${name} with any words, which may change or destroy something`,
    danger: 'destructive',
    ...anyCall(name),
    dryRun: (ctx) => runWords(ctx as never, ['--dry-run', '--', name, ...ctx.args.words]),
    run: (ctx) => runWords(ctx as never, ['--', name, ...ctx.args.words]),
  }) as never
}

const anyCall = (name: string) => ({
  args: { words: anyWords(`The words behind ${name}, after --`) },
  exitCodes: passThroughExits(`${name} ended with 0`),
  timeoutMs: 0,
})

const runWords = async (ctx: AnyContext, words: readonly string[]) =>
  handOver(ctx, (await import('../run.ts')).command as never, words)

/** Runs `surety run` inside this process, and makes its answer that of the call. */
async function handOver(
  ctx: AnyContext,
  command: CommandDeclaration,
  words: readonly string[],
): Promise<JsonValue> {
  const cli = defineCli({
    name: 'surety',
    version: ctx.tool.version,
    commands: { run: command },
  })
  const { outcome } = await runTool(cli, ['run', ...words], {
    signal: ctx.signal,
    env: ctx.processEnv,
  })
  return passOn(ctx, outcome)
}

/** Makes the outcome of a tool that ran inside this process the answer of the call. */
export function passOn(ctx: AnyContext, outcome: Outcome): JsonValue {
  const { addMeta, warn } = ctx
  for (const member of ['effect', 'meaning', 'verdict'])
    if (outcome.meta[member] !== undefined) addMeta(member, outcome.meta[member])
  for (const warning of outcome.warnings) warn(warning)
  if (outcome.ok) return outcome.data
  // Its word on another call stays: what is final there is final here.
  const { code, message, category, synthesised: _made, ...facts } = outcome.error
  if (facts.phase === undefined) hostOf(ctx).forgetPhase()
  throw new SuretyError(code, category, message, { ...facts, data: outcome.data })
}
