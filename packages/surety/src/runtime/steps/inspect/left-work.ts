import { activeResources, activeSince } from '@surety/internal/process/active-resources.ts'
import { report, reported, warnWithCode, type Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Warns of work that the handler began and did not wait for: it ends with the process. */
export const leftWork: Step = {
  applies: ({ run }) => run.world.direct !== undefined,
  run: ({ run }, next) => {
    report(run, { kind: 'begun', resources: activeResources() })
    return next()
  },
  finish: async (run, next) => {
    await reportLeftWork(run)
    return next()
  },
}

/** What keeps a process alive because somebody waits for it; an idle connection is nobody's work. */
const WORK =
  /^Timeout$|^(?:FSReq|ProcessWrap|WriteWrap|ShutdownWrap)|(?<!Close)Req(?:Wrap)?$|ConnectWrap$/

async function reportLeftWork(run: Run): Promise<void> {
  const before = reported(run, 'begun').at(-1)?.resources
  if (!before || run.signal.aborted || workSince(before).length === 0) return
  // Node 26 lists a request that was awaited until its loop turns.
  await new Promise((resolve) => setImmediate(resolve))
  let left = workSince(before)
  // Modules and standard input are read as files of an author are; on a busy machine that takes a moment.
  for (let round = 0; left.length > 0 && left.every(isFile) && round < 20; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    left = workSince(before)
  }
  if (left.length === 0) return
  const text = 'The command answered while it still had work under way; await it.'
  warnWithCode(run, 'WORK_NOT_AWAITED', text, { resources: left })
}

const isFile = (name: string): boolean => name.startsWith('FSReq')

function workSince(before: readonly string[]): readonly string[] {
  return activeSince(before).filter((name) => WORK.test(name))
}
