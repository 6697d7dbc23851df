import { defineCheck, leftOut } from '../../check.ts'
import { judgeEnded, noDialect } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'help_off_stdout',
  title: 'Help does not go to stdout as text',
  level: 1,
  topic: 'discovery',
  requirements: ['REQ-F-048'],
  failureModes: [3],
  why: 'An agent that parses stdout must not meet a page of text there.',
  fix: 'Off a terminal print help to stderr, or as an envelope with the text in data.',
  run: async (tool) => {
    const { dialect } = tool.subject
    if (dialect === null) return noDialect(tool)
    // The founding document and the other dialects print help as text for everybody.
    if (dialect.generation === undefined || dialect.generation === '1.0')
      return leftOut(`In ${dialect.id} help is text on stdout.`)
    const run = await tool.ask('--help')
    const reading = await tool.read(run)
    const isEnvelope = reading !== undefined && !reading.outcome.diagnostics.malformed
    return judgeEnded(
      [run],
      ({ stdout }) =>
        stdout.trim() === '' || isEnvelope ? undefined : 'Stdout has text that is no envelope.',
      'Stdout is empty or an envelope.',
    )
  },
})
