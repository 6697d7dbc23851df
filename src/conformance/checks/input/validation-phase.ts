import { defineCheck, leftOut } from '../../check.ts'
import { judgeEnded, noDialect, refusals } from '../../evidence/answers.ts'
import type { Run } from '../../probing/run.ts'

/** Refusals say that nothing was done. */
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
    const phases = new Map<Run, unknown>()
    for (const run of runs) phases.set(run, (await tool.read(run))?.outcome.error?.phase)
    return judgeEnded(
      runs.filter(({ exitCode }) => exitCode !== 0),
      (run) =>
        run.exitCode === null || phases.get(run) === 'validation'
          ? undefined
          : `error.phase is ${JSON.stringify(phases.get(run) ?? null)}.`,
      "Every refusal says 'validation'.",
    )
  },
})
