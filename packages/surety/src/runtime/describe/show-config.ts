import type { RunEnd } from '../run/ending/run-end.ts'
import type { Run } from '../run/run-state.ts'
import { configPlaces, effectiveConfig } from '../services/config/effective-config.ts'

/** Answers `--show-config` with the configuration in force, the source of each key and the order of sources. */
export async function configEnd(run: Run): Promise<RunEnd> {
  const { shown, sources } = await effectiveConfig(run)
  const order = ['cli-flags', 'env-vars', ...configPlaces(run), 'defaults']
  const { formatVariable } = run.output
  const env_vars = formatVariable === '' ? {} : { format: formatVariable }
  const data = { effective_config: shown, sources, precedence_order: order, env_vars }
  return { kind: 'data', data, type: 'config', isReshaped: true }
}
