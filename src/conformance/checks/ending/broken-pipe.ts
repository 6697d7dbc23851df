import { defineCheck } from '../../check.ts'
import { hangOf, judgeEnded } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'
import type { Probe } from '../../probing/subject.ts'

export const check = defineCheck({
  id: 'broken_pipe',
  title: 'A closed stdout ends the tool quietly',
  level: 2,
  topic: 'ending',
  requirements: ['REQ-F-014'],
  failureModes: [16],
  why: 'Agents stop reading when they have enough. A stack trace, or a process that goes on, is the answer they get.',
  fix: 'Handle EPIPE on stdout: stop and exit without printing anything.',
  run: async (tool) => {
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
    const probes = [...streams, ...ending]
    const runs = await tool.runAll(probes, { reader: 'leaves' })
    return judgeEnded(
      runs,
      ({ end, stderr }) => {
        if (end.stopped === 'timeout') return 'It went on although nobody reads.'
        return TRACE.test(stderr) ? 'It printed the error of a closed pipe.' : undefined
      },
      'It ended quietly.',
    )
  },
})

/** Tests whether a stream ended, or printed enough to meet a closed pipe. */
function isTalkative({ end, stdout }: Run): boolean {
  return end.stopped === null || stdout.split('\n').length > 3
}

/** What interpreters print about a closed pipe. */
const TRACE = /EPIPE|BrokenPipeError|Broken pipe|Errno 32|Traceback|^\s+at .*:\d+/m
