import { defineCheck } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'
import { hasSequence } from '../../evidence/streams.ts'

export const check = defineCheck({
  id: 'no_color_honored',
  title: 'NO_COLOR is honoured on both streams',
  level: 1,
  topic: 'streams',
  requirements: ['REQ-F-008'],
  failureModes: [8],
  why: 'Logs on stderr end up in the context of an agent as well.',
  fix: 'Print no escape sequence on either stream if NO_COLOR is set and not empty.',
  run: async (tool) => {
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
})
