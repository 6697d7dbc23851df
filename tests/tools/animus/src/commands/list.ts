import { defineCommand, s } from 'surety'

import { globals } from '../project.ts'
import { exitCodes, kindOption, openScope, present } from '../subject-command.ts'
import { errors } from '../subject-context.ts'
import { listSubjects, STATUSES } from '../subjects.ts'

export const command = defineCommand({
  description: 'Lists subjects',
  danger: 'safe',
  exitCodes,
  errors,
  globals,
  options: {
    ...kindOption,
    status: s.enum(STATUSES).optional().describe('Only subjects in this state'),
    limit: s.integer().min(0).default(50).describe('Most subjects; 0 for all'),
    query: s.string().optional().describe('Only titles with this text'),
    cursor: s.string().optional().describe('Where to go on, from the answer before'),
  },
  examples: [{ description: 'What can be started', command: 'animus subject list --status ready' }],
  run: async (ctx) => {
    const { project, kind } = await openScope(ctx, ctx.options.kind)
    const page = listSubjects(await project.subjects.read(), kind, ctx.options)
    if ('badCursor' in page)
      ctx.fail('invalid_input', `cursor '${page.badCursor}' is unknown; call without --cursor`)
    return present(ctx, kind, 'list', page)
  },
})
