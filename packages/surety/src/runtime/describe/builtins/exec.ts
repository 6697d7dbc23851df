import { SuretyError, suretyError } from '../../../contract/index.ts'
import { traitsOf } from '../../../dialects/wires.ts'
import { s } from '../../../schema/index.ts'
import { LineCaller, MAX_LINE_BYTES } from '../../calls/line-caller.ts'
import { stdinOfCall } from '../../calls/active-calls.ts'
import { takeStdin } from '../../calls/standard-streams.ts'
import { callWords, type Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { Members } from '../../declare/groups/group.ts'
import type { AnyContext } from '../../handler/context.ts'
import type { Run } from '../../run/run-state.ts'
import { splitLines } from '@surety/internal/lines.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'

export function execCommand(cli: Cli, all: () => Members): Command {
  const handler = (isPreview: boolean) => (ctx: AnyContext, run: Run) => {
    if (ctx.isInteractive || process.stdin.isTTY) {
      throw suretyError('INPUT_REQUIRED', 'No calls: standard input is a terminal.', {
        suggestion: 'Pipe one JSON object a line in: {"_cmd": "version"}.',
      })
    }
    const ignoresErrors = ctx.options['ignoreErrors'] === true
    return runCalls(run, new LineCaller(run, all()), { isPreview, ignoresErrors })
  }
  return defineCommand({
    description: 'Runs many calls from standard input in one process',
    // It may run any command of the tool; each call still keeps the rules of its own command.
    danger: 'mutating',
    exitCodes: {
      SUCCESS: { description: 'Every call succeeded', sideEffects: 'complete' },
      GENERAL_ERROR: { description: 'At least one call failed', sideEffects: 'partial' },
      ARG_ERROR: 'No line was a call',
      PRECONDITION: 'Standard input is a terminal',
    },
    errors: {
      CALLS_FAILED: { exit: 'GENERAL_ERROR', description: 'At least one call failed' },
      DISPATCH_PARSE_ERROR: { exit: 'ARG_ERROR', description: 'The line is no call' },
    },
    options: {
      ignoreErrors: s.boolean().default(false).describe('Goes on after a call that failed'),
    },
    filter: 'by-default',
    type: 'calls',
    // The writer of the calls decides when it is over.
    timeoutMs: 0,
    examples: [
      {
        description: 'A call as data',
        command: `echo '{"_cmd":"version"}' | ${quoteWords(callWords(cli))} exec`,
      },
    ],
    run: handler(false) as never,
    dryRun: handler(true) as never,
  })
}

/** Answers one line after the other; the next one is read once the last answer is written. */
async function* runCalls(
  run: Run,
  caller: LineCaller,
  { isPreview, ignoresErrors }: { readonly isPreview: boolean; readonly ignoresErrors: boolean },
): AsyncGenerator<Uint8Array, undefined> {
  // A call inside another program has an input of its own.
  const { stdin, giveBack } = run.world.direct
    ? takeStdin(stdinOfCall)
    : { stdin: [await run.world.readStdin(Number.MAX_SAFE_INTEGER)], giveBack: () => {} }
  const counts = { lines: 0, calls: 0, failed: 0 }
  try {
    for await (const line of splitLines(stdin as AsyncIterable<Buffer>, MAX_LINE_BYTES)) {
      if (line.problem === null && line.text.trim() === '') continue
      const { document, stream, isOk, isCall } = await caller.answer(line, isPreview)
      counts.lines += 1
      if (isCall) counts.calls += 1
      if (!isOk) counts.failed += 1
      const text = `${JSON.stringify(document)}\n`
      // One envelope takes them all.
      const isBeside = stream === 'stderr' && run.onStdout?.kind === 'lines'
      if (isBeside) await run.world.write('stderr', text)
      else yield Buffer.from(text)
      if (caller.endIfInterrupted() || (!isOk && !ignoresErrors)) break
    }
  } finally {
    caller.stop()
    giveBack()
  }
  if (counts.failed === 0) return undefined
  const details = { ...counts }
  if (counts.calls === 0)
    throw new SuretyError('DISPATCH_PARSE_ERROR', 'ARG_ERROR', 'No line is a call.', {
      details,
      // No command was run, so nothing can have changed.
      phase: 'validation',
    })
  const message = `${counts.failed} of ${counts.lines} calls failed.`
  const { advises } = traitsOf(run.output.dialect)
  throw new SuretyError('CALLS_FAILED', 'GENERAL_ERROR', message, {
    details,
    retryable: false,
    ...(advises && { suggestion: 'Read the error of each failed call, and send that line again.' }),
  })
}
