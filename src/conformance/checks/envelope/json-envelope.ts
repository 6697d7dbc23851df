import { defineCheck, judge, notShown } from '../../check.ts'

/** Stdout is one document of the dialect. */
export const check = defineCheck({
  id: 'json_envelope',
  title: 'Every answer is one valid envelope',
  level: 1,
  topic: 'envelope',
  requirements: ['REQ-F-003', 'REQ-F-004', 'REQ-F-006', 'REQ-C-013'],
  failureModes: [2, 3, 18],
  why: 'An agent parses the answer. What does not parse, or breaks the schema, is guesswork.',
  fix: 'Print exactly one document of the dialect on stdout whenever stdout is not a terminal.',
  run: async (tool) => {
    if (tool.subject.dialect === null)
      return notShown('No dialect fits the answers.', 'The dialect of the tool: --dialect ID.')
    const runs = await tool.runAll(tool.probes('read', 'invalid'))
    const problems = new Map<string, string>()
    for (const run of runs) {
      const reading = await tool.read(run)
      const [first] = reading?.problems ?? []
      if (first === undefined) continue
      problems.set(
        run.id,
        first.pointer === '' ? first.message : `${first.pointer}: ${first.message}`,
      )
    }
    return judge(runs, ({ id }) => problems.get(id), 'Every answer is valid.')
  },
})
