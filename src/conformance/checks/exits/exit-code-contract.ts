import { rangeOf } from '../../../contract/index.ts'
import { defineCheck, judge, leftOut } from '../../check.ts'

/** Exit codes come from the ranges that tools may use. */
export const check = defineCheck({
  id: 'exit_code_contract',
  title: 'Exit codes are those that a tool may use',
  level: 1,
  topic: 'exits',
  requirements: ['REQ-F-001'],
  failureModes: [1],
  why: 'An agent decides by the exit code. One outside the table means nothing to it.',
  fix: 'Exit with 0 to 13, or declare a code of your own from 79 to 125.',
  run: async (tool) => {
    const { dialect } = tool.subject
    if (dialect !== null && dialect.generation === undefined)
      return leftOut(`${dialect.id} has no table of exit codes.`)
    const runs = await tool.runAll(tool.probes('read', 'invalid'))
    return judge(
      runs,
      ({ exitCode }) => {
        if (exitCode === null) return 'It has no exit code.'
        const use = rangeOf(exitCode)
        const isAllowed = use === 'standard' || use === 'command-specific' || exitCode === 14
        return isAllowed ? undefined : `Exit code ${exitCode} belongs to: ${use}.`
      },
      'Every exit code is in the table.',
    )
  },
})
