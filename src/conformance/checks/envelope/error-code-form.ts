import { defineCheck, NEEDS, notShown } from '../../check.ts'
import { answers, judgeEnded, noDialect } from '../../evidence/answers.ts'

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
    let failures = 0
    const result = await judgeEnded(
      await answers(tool),
      async (run) => {
        const error = (await tool.read(run))?.outcome.error
        if (error == null || error.synthesised === true) return undefined
        failures += 1
        return CODE.test(error.code) ? undefined : `error.code is '${error.code}'.`
      },
      'Every code is one word.',
    )
    return failures === 0 ? notShown('No answer had an error.', NEEDS.refusal) : result
  },
})

const CODE = /^[A-Za-z][A-Za-z0-9_.-]{1,79}$/
