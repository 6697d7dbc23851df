import { defineChecks, judgeEnded, notShown } from '../check.ts'
import { answers, isWhole, judgeAnswers, largeAnswers, noLargeAnswer } from '../evidence/answers.ts'
import { sameData } from '../evidence/same-data.ts'
import { hasSequence } from '../evidence/streams.ts'

export const streams = defineChecks('streams', {
  large_output: {
    title: 'Large answers arrive whole',
    level: 3,
    requirements: ['REQ-F-053', 'REQ-F-052'],
    failureModes: [5],
    why: 'A process that exits before its output is written cuts the answer at the size of a pipe.',
    fix: 'Wait until the answer is written before exiting.',
    runs: async (tool) => {
      const large = await largeAnswers(tool)
      return large.length === 0 ? noLargeAnswer(tool) : large
    },
    problemOf: ({ stdout, record }) =>
      !record.stdout.cut && !isWhole(stdout) && `It is cut after ${record.stdout.bytes} bytes.`,
    summary: 'Every large answer is whole.',
  },
  no_color_honored: {
    title: 'NO_COLOR is honoured on both streams',
    level: 1,
    requirements: ['REQ-F-008'],
    failureModes: [8],
    why: 'Logs on stderr end up in the context of an agent as well.',
    fix: 'Print no escape sequence on either stream if NO_COLOR is set and not empty.',
    runs: (tool) => tool.runAll(tool.probes('read', 'invalid'), { env: { NO_COLOR: '1' } }),
    problemOf: ({ stdout, stderr }) => {
      if (hasSequence(stdout)) return 'Stdout has terminal sequences in spite of NO_COLOR.'
      return hasSequence(stderr) && 'Stderr has terminal sequences in spite of NO_COLOR.'
    },
    summary: 'Neither stream has terminal sequences.',
  },
  slow_reader: {
    title: 'A slow reader gets the whole answer',
    level: 3,
    requirements: ['REQ-F-053'],
    failureModes: [5],
    why: 'Agents read when they get to it. Output that is dropped or cut meanwhile is lost without a trace.',
    fix: 'Honour backpressure: write, wait for the drain, then exit.',
    run: async (tool) => {
      const large = await largeAnswers(tool)
      const [first] = large.toSorted((a, b) => b.end.stdout.total - a.end.stdout.total)
      if (first === undefined) return noLargeAnswer(tool)
      if (!first.record.stdout.cut && !isWhole(first.stdout))
        return notShown(
          'The largest answer is not whole for a fast reader either.',
          'Whole answers; see large_output.',
          [first],
        )
      const argv = first.argv.slice(tool.subject.command.length)
      const run = await tool.run(
        { name: first.probe, argv },
        { reader: 'slow', withMachineArgs: false },
      )
      return judgeEnded(
        [run],
        ({ stdout, end: { stdout: seen }, record }) =>
          !record.stdout.cut &&
          !(isWhole(stdout) && seen.total > first.end.stdout.total / 2) &&
          `A slow reader got ${seen.total} bytes of ${first.end.stdout.total}.`,
        'A slow reader got the whole answer.',
      )
    },
  },
  stdout_no_ansi: {
    title: 'Stdout has no terminal sequences',
    level: 1,
    requirements: ['REQ-F-007'],
    failureModes: [8],
    why: 'Colour codes inside of values break comparisons and cost tokens.',
    fix: 'Colour only if the stream is a terminal.',
    runs: answers,
    problemOf: ({ stdout }) => {
      if (hasSequence(stdout)) return 'Stdout has terminal sequences.'
      const values = stdout.replaceAll(ESCAPED, '$1\u001B')
      return hasSequence(values) && 'Values have terminal sequences.'
    },
    summary: 'Stdout has no terminal sequences.',
  },
  stream_discipline: {
    title: 'Every answer is on the stream where it belongs',
    level: 1,
    requirements: ['REQ-F-006'],
    failureModes: [3],
    why: 'An agent reads one stream for the answer. On the other one it is taken for a log.',
    fix: 'Write the answer, also that of a failure, to the stream that the dialect names; logs go to stderr.',
    run: (tool) => judgeAnswers(tool, 'stream', 'Every answer is on its stream.'),
  },
  width_ignored: {
    title: 'Answers do not depend on the width of a terminal',
    level: 2,
    requirements: ['REQ-F-056'],
    failureModes: [8],
    why: 'A value that is wrapped or cut to fit 20 columns can no longer be used.',
    fix: 'Wrap and cut only for terminals.',
    run: (tool) => sameData(tool, { COLUMNS: '20', LINES: '5' }, 'with 20 columns'),
  },
})

/** The character that begins a sequence, as JSON writes it; not a backslash before the same letters. */
const ESCAPED = /((?<!\\)(?:\\\\)*)\\u001b/gi
