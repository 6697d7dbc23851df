import { defineCheck, leftOut, NEEDS, notShown } from '../../check.ts'
import { judgeRefusals, unknownCommands } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'unknown_command',
  title: 'An unknown command is refused as invalid input',
  level: 1,
  topic: 'input',
  requirements: ['REQ-F-002', 'REQ-F-015'],
  failureModes: [14],
  why: 'Agents invent commands. One that is accepted, or answered with help and exit 0, looks like success.',
  fix: 'Refuse a command that does not exist with an error, and exit as for invalid input.',
  run: async (tool) => {
    const probes = unknownCommands(tool)
    if (probes.length === 0) {
      return tool.subject.manifest === null
        ? notShown(
            'An invented word might be an argument that the tool acts on, so none was tried.',
            NEEDS.unknownCommand,
          )
        : leftOut('The manifest lists one command; a word may be its argument.')
    }
    return judgeRefusals(tool, probes)
  },
})
