import { defineCheck, leftOut } from '../../check.ts'
import { judgeEnded, noDialect, refusals } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'validation_phase',
  title: 'Refused input is reported in the validation phase',
  level: 2,
  topic: 'input',
  requirements: ['REQ-F-015', 'REQ-C-006'],
  failureModes: [14],
  why: 'The phase tells an agent that nothing was changed, so that it can correct the call and go on.',
  fix: "Set error.phase to 'validation' on every refusal.",
  run: async (tool) => {
    if (tool.subject.dialect === null) return noDialect(tool)
    if (tool.subject.dialect.generation === undefined)
      return leftOut(`${tool.subject.dialect.id} has no phases.`)
    const runs = await tool.runAll(refusals(tool))
    return judgeEnded(
      runs.filter(({ exitCode }) => exitCode !== 0),
      async (run) => {
        const phase = (await tool.read(run))?.outcome.error?.phase ?? null
        return run.exitCode === null || phase === 'validation'
          ? undefined
          : `error.phase is ${JSON.stringify(phase)}.`
      },
      "Every refusal says 'validation'.",
    )
  },
})
