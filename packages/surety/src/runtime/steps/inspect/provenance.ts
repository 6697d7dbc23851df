import { instanceVariable } from '../../run/instance-folder.ts'
import { hasFlag } from '../../run/command-line.ts'
import { makeId, projectRoot, traceId } from '../../run/call-facts.ts'
import { given } from '@surety/internal/given.ts'
import { addMeta, unsay, type Run } from '../../run/run-state.ts'
import { stepEvents } from '../../run/step-events.ts'
import type { Step } from '../step.ts'
import { pinFolder } from './folder.ts'

/** Adds to `meta` what the answer was made with: versions, configuration, context and instance. */
export const provenance: Step = {
  finish: async (run, next) => {
    await addProvenance(run)
    return next()
  },
}

async function addProvenance(run: Run): Promise<void> {
  const { cli, command, meta, world, limit } = run
  const isStable = hasFlag(run.commandLine, '--stable-output')
  const began = new Date(world.now().getTime() - limit.elapsed()).toISOString()
  const facts = {
    request_id: makeId(),
    // Whole seconds save callers tokens; the id of the call has the rest.
    timestamp: began.replace(/\.\d+Z$/, 'Z'),
    trace_id: traceId(run),
    cwd: pinFolder(world),
    project_root: projectRoot(run) ?? undefined,
    schema_version: meta['schema_version'] ?? command?.declaration.schemaVersion ?? '1.0',
    tool_version: cli.declaration.version,
    step_events: stepEvents(run)?.slice(),
    instance_id: world.env[instanceVariable(cli)] || undefined,
  }
  addMeta(run, given(facts))
  if (!isStable) return
  addMeta(run, { duration_ms: 0 })
  unsay(run, ['request_id', 'timestamp'])
}
