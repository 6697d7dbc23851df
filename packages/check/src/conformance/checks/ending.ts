import { defineChecks, judge, leftOut, NEEDS, notShown, type CheckResult } from '../check.ts'
import { answers, hangOf } from '../evidence/answers.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'
import type { Probing, Surroundings } from '../probing/probing.ts'

export const ending = defineChecks('ending', {
  broken_pipe: {
    title: 'A closed stdout ends the tool quietly',
    level: 2,
    requirements: ['REQ-F-014'],
    failureModes: [16],
    why: 'Agents stop reading when they have enough. The tool should then end, without a stack trace.',
    fix: 'Handle EPIPE on stdout: stop and exit without printing anything.',
    isOfSpec: true,
    runs: async (tool) => {
      const reads = tool.probes('read').slice(0, 3)
      const read = await tool.runAll(reads)
      // What hangs in front of any reader is another check's finding.
      const ending = reads.filter((_, index) => hangOf(read[index]!) === undefined)
      const streams: Probe[] = []
      for (const probe of tool.probes('stream').slice(0, 1)) {
        // It notices that nobody reads when it prints the next line, and some wait long for one.
        const isBusy = probe.mayNotEnd !== true || isTalkative(await tool.run(probe))
        if (isBusy) streams.push(probe)
      }
      return tool.runAll([...streams, ...ending], { reader: 'leaves' })
    },
    problemOf: ({ end, stderr }) => {
      if (end.stopped === 'timeout') return 'It went on although the reader had left.'
      return TRACE.test(stderr) && 'It printed the error of a closed pipe.'
    },
    summary: 'It ended quietly.',
  },
  no_descendants_left: {
    title: 'No process outlives its call',
    level: 2,
    requirements: ['REQ-F-030', 'REQ-F-031'],
    failureModes: [17],
    why: 'A child that runs on keeps locks, ports and pipes; the agent waits for the pipe to close.',
    fix: 'Wait for children, or end them, before exiting; do not start daemons from ordinary commands.',
    runs: async (tool) => {
      const plain = [
        { name: 'help', argv: ['--help'] },
        { name: 'version', argv: ['--version'] },
      ]
      const runs = await tool.runAll(plain, { withMachineArgs: false })
      return [...(await answers(tool)), ...runs]
    },
    problemOf: ({ end }) =>
      end.leftBehind && end.stopped === null && 'A process that it started was still running.',
    summary: 'Nothing was left running.',
  },
  sigint: {
    title: 'SIGINT ends a call at once, with an answer',
    level: 2,
    requirements: ['REQ-F-069'],
    failureModes: [16],
    why: 'An agent that stops a call needs to know that it has ended, and what was done.',
    fix: 'Handle SIGINT: cancel the work, print the failure, exit with 130.',
    isOfSpec: true,
    run: (tool) => judgeSignal(tool, 'SIGINT', 130),
  },
  sigterm: {
    title: 'SIGTERM ends a call at once, with an answer',
    level: 2,
    requirements: ['REQ-F-013'],
    failureModes: [16],
    why: 'An agent that stops a call needs to know that it has ended, and what was done.',
    fix: 'Handle SIGTERM: cancel the work, print the failure, exit with 143.',
    isOfSpec: true,
    run: (tool) => judgeSignal(tool, 'SIGTERM', 143),
  },
})

function isTalkative({ end, stdout }: Run): boolean {
  return end.stopped === null || stdout.split('\n').length > 3
}

const TRACE = /EPIPE|BrokenPipeError|Broken pipe|Errno 32|Traceback|^[^\S\n]+at .*:\d+/m

/** What a tool may take to clean up after a signal. */
const GRACE_MS = 5000

/** What the exit of a process takes that has done its work. */
const OVER_MS = 1000

async function judgeSignal(
  tool: Probing,
  name: 'SIGINT' | 'SIGTERM',
  exit: number,
): Promise<CheckResult> {
  const { absent } = tool.subject
  const long = tool.probes('long')
  const streams = tool.probes('stream').slice(0, 1)
  if (long.length + streams.length === 0) {
    const reason = absent.get('long')
    if (reason !== undefined && absent.has('stream')) return leftOut(reason)
    return notShown('No call takes long enough to be interrupted.', NEEDS.long)
  }
  // The signal must not arrive before the tool has started to work.
  const version = await tool.ask('--version')
  const ms = Math.round(500 + 2 * Math.min(version.end.durationMs, 2000))
  const send = (probe: Probe, surroundings: Surroundings) =>
    tool.run({ ...probe, name: `${probe.name}, ${name}` }, surroundings)
  const interrupt = async (probe: Probe) => {
    const run = await send(probe, { send: { name, after: { ms } } })
    // On a busy machine the signal may have come before the handler: that is seen twice.
    return run.end.endedBy === null ? run : send(probe, { send: { name, after: { ms: 3 * ms } } })
  }
  const { timeoutMs } = tool.subject
  const runs = await Promise.all([
    ...long.map(interrupt),
    ...streams.map((probe) => send(probe, { send: { name, after: { lines: 1 } }, timeoutMs })),
  ])
  const unsent = runs.find(({ end }) => end.afterSignalMs === null)
  if (unsent !== undefined) {
    return unsent.end.stopped === null
      ? notShown(`'${unsent.probe}' ended before the signal was sent.`, NEEDS.long, [unsent])
      : notShown(
          `'${unsent.probe}' printed no line to send the signal after.`,
          'A stream that prints a line, or a probe of kind long.',
          [unsent],
        )
  }
  for (const [index, probe] of streams.entries()) {
    const run = runs[long.length + index]!
    if (!(await wasOver(tool, probe, run))) continue
    return notShown(
      `'${probe.name}' had printed all its lines when the signal came.`,
      'A stream that goes on after its first line, or a probe of kind long.',
      [run],
    )
  }
  const { dialect } = tool.subject
  // A document that knows cancelled calls has its own number for them.
  const exits = [exit, ...(dialect?.cancelledExit === undefined ? [] : [dialect.cancelledExit])]
  return judge(
    runs,
    (run) => signalProblem(tool, run, name, exits),
    `${name} ended it with ${exits.join(' or ')} and an answer.`,
  )
}

async function signalProblem(tool: Probing, run: Run, name: string, exits: readonly number[]) {
  const { end, exitCode } = run
  if (end.stopped !== null || (end.afterSignalMs ?? 0) > GRACE_MS)
    return `It did not end within ${GRACE_MS / 1000} s after ${name}.`
  if (end.endedBy !== null) return `${name} killed it; it has no handler.`
  if (exitCode === null || !exits.includes(exitCode))
    return `It ended with ${exitCode}, not with ${exits.join(' or ')}.`
  const isAnswered = (await tool.isReadable(run)) && (await tool.outcomeOf(run))?.ok === false
  return tool.subject.dialect !== null && !isAnswered && 'It ended without an answer that says so.'
}

/** Tests whether a stream had ended anyway: all of it was printed, and its end took no time. */
async function wasOver(
  tool: Probing,
  probe: Probe,
  { end, exitCode, stdout }: Run,
): Promise<boolean> {
  if (exitCode !== 0 || (end.afterSignalMs ?? 0) > OVER_MS) return false
  const whole = await tool.run(probe)
  return whole.exitCode === 0 && stdout.split('\n').length >= whole.stdout.split('\n').length
}
