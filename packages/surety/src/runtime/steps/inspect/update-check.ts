import { addMeta } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Asks for the newest version while a person watches; nobody waits for the answer. */
export const updateCheck: Step = {
  look: (run, { flags }) => {
    const { cli, world } = run
    const { latestVersion, version } = cli.declaration
    const isOff = flags.noUpdateCheck === true || Boolean(world.env[`${cli.envPrefix}_NO_UPDATE`])
    const isWatched = world.isStdoutTty && !world.env['CI']
    if (isOff || !isWatched) world.env['NO_UPDATE_NOTIFIER'] = '1'
    if (isOff || !isWatched || !latestVersion) return
    const ask = async (): Promise<void> => {
      const latest = await latestVersion()
      const isNewer = latest?.localeCompare(version, 'en', { numeric: true }) === 1
      if (isNewer && /^\d+\.\d+\.\d+/.test(latest)) addMeta(run, { update_available: latest })
    }
    // A check that fails leaves no trace.
    ask().catch(() => {})
  },
}
