import { defineCommand } from 'surety'

import { globals, openProject } from '../project.ts'
import { STATUSES } from '../subjects.ts'

export const command = defineCommand({
  description: 'Counts subjects by status',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The counts are those of the store',
    NOT_FOUND: 'There is no such folder',
  },
  globals,
  run: async ({ globals: { projectRoot } }) => {
    const project = await openProject(projectRoot)
    const { subjects } = await project.subjects.read()
    return {
      schema: 'animus.cli.status.v1',
      project_root: project.root,
      total: subjects.length,
      by_status: Object.fromEntries(
        STATUSES.map((status) => [
          status,
          subjects.filter((subject) => subject.status === status).length,
        ]),
      ),
    }
  },
})
