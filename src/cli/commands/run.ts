import {
  createClient,
  createRedactor,
  type Client,
  type ClientEvent,
  type Expectation,
  type RunOptions,
} from '../../client/index.ts'
import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { defineCommand } from '../../runtime/index.ts'
import { s } from '../../schema/index.ts'
import { isDone, toFailure } from './run/tool-failure.ts'
import { passThroughExits } from './run/pass-through-exits.ts'
import { failureLine, progressLine, shortName } from './run/progress-line.ts'
import { fitAnswer } from './run/fit-answer.ts'
import { passStderr } from './run/pass-stderr.ts'
import { callOptions, toClientOptions, type CallValues } from './run/call-options.ts'
import { toolNameProblems } from './run/tool-name-problems.ts'
import { stderrTail, callMeta } from './run/call-meta.ts'
import { runText } from './run/run-text.ts'

interface Values extends CallValues {
  readonly expectSchema?: string | undefined
  readonly expectSchemaVersion?: string | undefined
  readonly expectType?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly cwd?: string | undefined
  readonly cursor?: string | undefined
  readonly approveRedirect: boolean
  readonly approveFix: boolean
}

/** Runs a tool to its final verdict. */
export const command = defineCommand({
  description: 'Runs a tool and does what its answers ask for',
  // What the tool does is not known here, so the careful word is the right one.
  danger: 'mutating',
  exitCodes: passThroughExits('The tool did what was asked'),
  args: {
    words: s.array(s.string()).min(1).describe('The tool and its arguments, best after --'),
  },
  options: {
    ...callOptions,
    dry: s.boolean().default(false).describe('Shows what would be run and runs nothing'),
    idempotencyKey: s
      .string()
      .min(1)
      .optional()
      .describe('Key that the tool gets with --idempotency-key; makes repeating harmless'),
    expectSchema: s.string().min(1).optional().describe('Schema tag that the answer must carry'),
    expectSchemaVersion: s
      .string()
      .min(1)
      .optional()
      .describe("Versions that meta.schema_version may have, such as '>=1.0 <2.0'"),
    expectType: s.string().min(1).optional().describe('Type tag that the result must carry'),
    approveRedirect: s
      .boolean()
      .default(false)
      .describe('Follows redirects to other programs as well'),
    approveFix: s.boolean().default(false).describe('Runs the corrections that the tool names'),
    cwd: s.string().min(1).optional().describe('Folder to run the tool in'),
    cursor: s
      .string()
      .min(1)
      .optional()
      .describe('Where to go on, from meta.cursor; the tool gets it with --cursor'),
    keepStderr: s.boolean().default(false).describe("Keeps the tool's stderr for meta.stderr"),
    quiet: s
      .boolean()
      .default(false)
      .short('q')
      .describe("No progress and no stderr of the tool's"),
  },
  examples: [
    { description: 'A program without a contract', command: 'surety run -- git status --short' },
    {
      description: 'A read that may be repeated',
      command: 'surety run --safe --dialect spec-1.0 -- deployer list',
    },
    { description: 'What would be run', command: 'surety run --dry -- deployer list' },
  ],
  validate: ({ args }) => toolNameProblems(args.words),
  // Attempts have limits of their own, and waits between them are part of the work.
  timeoutMs: 0,
  text: (data, screen, meta) => runText(data, screen, meta),
  dryRun: async ({ args, options, variables }) =>
    preview(createClient(await toClientOptions(options, variables)), args.words, options),
  run: async (ctx) => {
    const { args, options, variables } = ctx
    const client = createClient(await toClientOptions(options, variables))
    if (options.dry) {
      ctx.effect('noop')
      return preview(client, args.words, options)
    }
    const name = shortName(args.words)
    const redactor = createRedactor(variables)
    const isQuiet = options.quiet || options.keepStderr
    const pass = passStderr(process.stderr, variables['NO_COLOR'] === undefined)
    const onEvent = (event: ClientEvent): void => {
      const line = options.quiet ? undefined : progressLine(event, name)
      if (line !== undefined) ctx.progress(line)
    }
    const call = client.run(args.words, {
      ...runOptions(options),
      signal: ctx.signal,
      onEvent,
      ...(!isQuiet && { onStderr: (chunk: Uint8Array) => pass.take(chunk) }),
    })
    // A run that is interrupted still waits until the tool and all that it started are gone.
    ctx.onCleanup(async () => void (await call.catch(() => undefined)))
    const whole = await call
    pass.end()
    const { result, notes, warning } = await fitAnswer(whole, options, variables)
    const isCut = warning !== undefined
    const surroundings = { ...callMeta(result, redactor, isCut), ...notes }
    for (const [member, value] of Object.entries(surroundings)) ctx.note(member, value)
    if (isCut) ctx.warn(warning)
    if (options.keepStderr) ctx.note('stderr', stderrTail(result))
    for (const warning of result.outcome.warnings) ctx.warn(warning)
    if (!isDone(result.outcome, result.verdict)) {
      const isWatched = process.stderr.isTTY && !options.quiet && !ctx.signal.aborted
      if (isWatched) ctx.log.info(failureLine(result))
      throw toFailure(result)
    }
    if (result.verdict.kind === 'escalate') ctx.warn(result.verdict.message)
    ctx.effect(effectOf(result.outcome.data, options.safe))
    const { not_modified: isUnchanged, etag } = result.outcome.meta
    if (isUnchanged === true) return ctx.notModified(typeof etag === 'string' ? etag : '')
    return result.outcome.data
  },
})

function runOptions(values: Values): RunOptions {
  const expect: Expectation = {
    ...(values.expectSchema !== undefined && { schema: values.expectSchema }),
    ...(values.expectSchemaVersion !== undefined && { schemaVersion: values.expectSchemaVersion }),
    ...(values.expectType !== undefined && { type: values.expectType }),
  }
  return {
    ...(Object.keys(expect).length > 0 && { expect }),
    ...(values.idempotencyKey !== undefined && { idempotencyKey: values.idempotencyKey }),
    ...(values.cwd !== undefined && { cwd: values.cwd }),
    ...(values.cursor !== undefined && { cursor: values.cursor }),
    ...(values.approveRedirect && { approveRedirect: () => true }),
    ...(values.approveFix && { approveFix: () => true }),
  }
}

async function preview(
  client: Client,
  words: readonly string[],
  values: Values,
): Promise<JsonObject> {
  const plan = await client.plan(words, runOptions(values))
  return {
    effect: 'would_run',
    would_affect: { tool: plan.tool, argv: [...plan.argv] },
    dialect: plan.dialect,
    applied_redirects: plan.applied_redirects.map(({ from, to }) => ({
      from: [...from],
      to: [...to],
    })),
  }
}

/** What the tool says that it did, where it says so; otherwise what may have happened. */
function effectOf(data: JsonValue, isSafe: boolean): 'created' | 'updated' | 'deleted' | 'noop' {
  const said = typeof data === 'object' && data !== null && 'effect' in data ? data.effect : null
  if (said === 'created' || said === 'updated' || said === 'deleted' || said === 'noop') return said
  return isSafe ? 'noop' : 'updated'
}
