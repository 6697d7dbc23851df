import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'

import type { World } from '../../process/world.ts'
import { instanceVariable } from '../../run/instance-folder.ts'
import { hasFlag } from '../../run/command-line.ts'
import { makeId, projectRoot, traceId } from '../../run/call-facts.ts'
import { prune } from '../../services/call-files/call-files.ts'
import { given } from '../../../internal/given.ts'
import { activeResources, activeSince } from '../../../internal/process/active-resources.ts'
import { addMeta, report, reported, unsay, warnWithCode, type Run } from '../../run/run-state.ts'
import { stepEvents } from '../../services/work/steps.ts'
import {
  configChoice,
  configHash,
  effectiveConfig,
  loadFiles,
} from '../../services/config/effective-config.ts'

/** Adds to `meta` what the answer was made with: versions, configuration, context and instance. */
export async function addProvenance(run: Run): Promise<void> {
  const { cli, command, meta, world, limit } = run
  const isStable = hasFlag(run.commandLine, '--stable-output')
  const began = new Date(world.now().getTime() - limit.elapsed()).toISOString()
  prune(run)
  await reportLeftWork(run)
  const config = await effectiveConfig(run).catch(() => configChoice(run))
  const facts = {
    request_id: makeId(),
    // Whole seconds save callers tokens; the id of the call has the rest.
    timestamp: began.replace(/\.\d+Z$/, 'Z'),
    trace_id: traceId(run),
    cwd: pinFolder(world),
    project_root: projectRoot(run) ?? undefined,
    schema_version: meta['schema_version'] ?? command?.declaration.schemaVersion ?? '1.0',
    tool_version: cli.declaration.version,
    config_sources: (await loadFiles(run)).map(({ path }) => path),
    effective_config_hash: await configHash(run),
    context: config.context ?? undefined,
    step_events: stepEvents(run)?.slice(),
    instance_id: world.env[instanceVariable(cli)] || undefined,
  }
  addMeta(run, given(facts))
  if (!isStable) return
  addMeta(run, { duration_ms: 0 })
  unsay(run, ['request_id', 'timestamp'])
}

/** Keeps the folder of the call, as its shell calls it, whatever the handler does; empty if it is gone. */
export function pinFolder(world: World): string {
  try {
    const { PWD: named = '' } = world.env
    if (!world.direct || !isAbsolute(named) || world.cwd !== process.cwd()) return world.cwd
    const [here, there] = ['.', named].map((path) => statSync(path, { throwIfNoEntry: false }))
    const isNamed = there?.ino === here?.ino && there?.dev === here?.dev
    Object.defineProperty(world, 'cwd', { value: isNamed ? named : world.cwd })
    return world.cwd
  } catch {
    return ''
  }
}

/** What keeps a process alive because somebody waits for it; an idle connection is nobody's work. */
const WORK =
  /^Timeout$|^(?:FSReq|ProcessWrap|WriteWrap|ShutdownWrap)|(?<!Close)Req(?:Wrap)?$|ConnectWrap$/

/** Notes what is under way before the handler begins. */
export function noteWork(run: Run): void {
  if (run.world.direct) report(run, { kind: 'begun', resources: activeResources() })
}

/** Warns of work that the handler began and did not wait for: it ends with the process. */
async function reportLeftWork(run: Run): Promise<void> {
  const before = reported(run, 'begun').at(-1)?.resources
  if (!before || run.signal.aborted || workSince(before).length === 0) return
  // Node 26 lists a request that was awaited until its loop turns.
  await new Promise((resolve) => setImmediate(resolve))
  const left = workSince(before)
  if (left.length === 0) return
  const text = 'The command answered while it still had work under way; await it.'
  warnWithCode(run, 'WORK_NOT_AWAITED', text, { resources: left })
}

function workSince(before: readonly string[]): readonly string[] {
  return activeSince(before).filter((name) => WORK.test(name))
}
