import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'

import { defineCommand } from 'surety'

import { toAnimusError } from '../animus-error.ts'
import { globals, openProject } from '../project.ts'
import { errors } from '../subject-context.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

export const command = defineCommand({
  description: 'Checks that the store can be used',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Every check passed', UNAVAILABLE: 'At least one check failed' },
  errors: { unavailable: errors.unavailable },
  globals,
  run: async (ctx) => {
    const { projectRoot } = ctx.globals
    const checks = [
      await check('project_root', readdir(resolve(projectRoot)), 'the folder can be read'),
      await check('config', openProject(projectRoot), 'the configuration can be read'),
      await check(
        'store',
        openProject(projectRoot).then(({ subjects }) => subjects.read()),
        'the subjects can be read',
      ),
    ]
    const failed = checks.filter((one) => !one.ok)
    const report = {
      doctor: { checks },
      summary: { overall: failed.length === 0 ? 'ok' : 'failed' },
    }
    if (failed.length > 0) {
      ctx.fail(
        'unavailable',
        `${failed.length} of ${checks.length} checks failed: ${failed.map(({ name }) => name).join(', ')}`,
        {
          details: report,
        },
      )
    }
    return report
  },
})

async function check(name: string, works: Promise<unknown>, message: string): Promise<Check> {
  try {
    await works
    return { name, ok: true, message }
  } catch (thrown) {
    const error = toAnimusError(thrown)
    return { name, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
