import { defineChecks, notShown } from '../check.ts'
import {
  answers,
  isWhole,
  judgeAnswers,
  judgeEnded,
  largeAnswers,
  noLargeAnswer,
} from '../evidence/answers.ts'
import { sameData } from '../evidence/same-data.ts'
import { hasSequence } from '../evidence/streams.ts'
import texts from './streams.json' with { type: 'json' }

export const streams = defineChecks('streams', texts, {
  large_output: async (tool) => {
    const large = await largeAnswers(tool)
    if (large.length === 0) return noLargeAnswer(tool)
    return judgeEnded(
      large,
      ({ stdout, record }) =>
        record.stdout.cut || isWhole(stdout)
          ? undefined
          : `It is cut after ${record.stdout.bytes} bytes.`,
      'Every large answer is whole.',
    )
  },
  no_color_honored: async (tool) => {
    const runs = await tool.runAll(tool.probes('read', 'invalid'), { env: { NO_COLOR: '1' } })
    return judgeEnded(
      runs,
      ({ stdout, stderr }) => {
        if (hasSequence(stdout)) return 'Stdout has terminal sequences in spite of NO_COLOR.'
        return hasSequence(stderr)
          ? 'Stderr has terminal sequences in spite of NO_COLOR.'
          : undefined
      },
      'Neither stream has terminal sequences.',
    )
  },
  slow_reader: async (tool) => {
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
      ({ stdout, end, record }) =>
        record.stdout.cut || (isWhole(stdout) && end.stdout.total > first.end.stdout.total / 2)
          ? undefined
          : `A slow reader got ${end.stdout.total} bytes of ${first.end.stdout.total}.`,
      'A slow reader got the whole answer.',
    )
  },
  stdout_no_ansi: async (tool) =>
    judgeEnded(
      await answers(tool),
      ({ stdout }) => {
        if (hasSequence(stdout)) return 'Stdout has terminal sequences.'
        const values = stdout.replaceAll(ESCAPED, '$1\u001B')
        return hasSequence(values) ? 'Values have terminal sequences.' : undefined
      },
      'Stdout has no terminal sequences.',
    ),
  stream_discipline: (tool) => judgeAnswers(tool, 'stream', 'Every answer is on its stream.'),
  width_ignored: (tool) => sameData(tool, { COLUMNS: '20', LINES: '5' }, 'with 20 columns'),
})

/** The character that begins a sequence, as JSON writes it; not a backslash before the same letters. */
const ESCAPED = /((?<!\\)(?:\\\\)*)\\u001b/gi
