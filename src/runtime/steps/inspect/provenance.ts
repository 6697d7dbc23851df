import { instanceVariable } from '../../run/instance-folder.ts'
import type { Run } from '../../run/run-state.ts'
import { stepEvents } from '../../services/work/steps.ts'
import {
  configChoice,
  configHash,
  effectiveConfig,
  loadFiles,
} from '../../services/config/effective-config.ts'

/** Adds to `meta` what the answer was made with: versions, configuration, context and instance. */
export async function addProvenance(run: Run): Promise<void> {
  const { cli, command, meta, world } = run
  meta['schema_version'] ??= command?.declaration.schemaVersion ?? '1.0'
  meta['tool_version'] = cli.declaration.version
  meta['config_sources'] = (await loadFiles(run)).map(({ path }) => path)
  meta['effective_config_hash'] = await configHash(run)
  const context = await effectiveConfig(run).then(
    (config) => config.context,
    () => configChoice(run).context,
  )
  if (context !== null) meta['context'] = context
  const events = stepEvents(run)
  if (events) meta['step_events'] = [...events]
  const instance = world.env[instanceVariable(cli)]
  if (instance) meta['instance_id'] = instance
}
