import { defineCheck } from '../../check.ts'
import { judgeEnded, refusals } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'secrets_not_echoed',
  title: 'Secrets from the environment are not printed',
  level: 2,
  topic: 'safety',
  requirements: ['REQ-F-034', 'REQ-F-051', 'REQ-C-016'],
  failureModes: [24],
  why: 'What a tool prints ends up in logs and in the context of a model.',
  fix: 'Redact values of secret variables in answers, errors, logs and debug output.',
  run: async (tool) => {
    const names = [...new Set([...tool.subject.secrets, ...usualNames(tool.subject.name)])]
    const env = Object.fromEntries(names.map((name) => [name, CANARY]))
    const probes = [...tool.probes('read').slice(0, 6), ...refusals(tool)]
    const runs = await tool.runAll(probes, { env })
    return judgeEnded(
      runs,
      ({ stdout, stderr }) =>
        (stdout + stderr).includes(CANARY)
          ? 'The value of a secret variable was printed.'
          : undefined,
      `No value of ${names.join(', ')} was printed.`,
    )
  },
})

/** Looks like a token and occurs nowhere else. */
const CANARY = 'sk-surety-check-4f1d8a7c2b9e6053'

/** Variables that tools read tokens from. */
function usualNames(tool: string): readonly string[] {
  const prefix = tool
    .replace(/\.\w+$/, '')
    .replaceAll(/\W/g, '_')
    .toUpperCase()
  return [`${prefix}_TOKEN`, `${prefix}_API_KEY`, 'API_TOKEN', 'API_KEY', 'PASSWORD']
}
