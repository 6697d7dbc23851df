import { defineCheck, NEEDS, notShown } from '../../check.ts'
import { answers, judgeEnded, noDialect } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

/** Error codes are words to branch on. */
export const check = defineCheck({
  id: 'error_code_form',
  title: 'Error codes are constants, not sentences',
  level: 2,
  topic: 'envelope',
  requirements: ['REQ-C-013'],
  failureModes: [2],
  why: 'An agent branches on error.code. A sentence, or a code with a value in it, matches nothing twice.',
  fix: 'Use a fixed word such as NOT_FOUND; put what varies into message and details.',
  run: async (tool) => {
    if (tool.subject.dialect === null) return noDialect(tool)
    const runs = await answers(tool)
    const found = new Map<Run, string>()
    let failures = 0
    for (const run of runs) {
      const outcome = (await tool.read(run))?.outcome
      if (outcome === undefined || outcome.ok || outcome.error.synthesised === true) continue
      failures += 1
      if (!/^[A-Za-z][A-Za-z0-9_.-]{1,79}$/.test(outcome.error.code))
        found.set(run, `error.code is '${outcome.error.code}'.`)
    }
    if (failures === 0) return notShown('No answer had an error.', NEEDS.refusal)
    return judgeEnded(runs, (run) => found.get(run), 'Every code is one word.')
  },
})
