import { readdirSync, readFileSync } from 'node:fs'

/** How often all must be seen asleep, without having used the processor in between. */
const LOOKS = 12
const LOOK_MS = 150

interface ProcessState {
  readonly parent: number
  readonly isAsleep: boolean
  readonly ticks: number
}

/**
 * Ends a process and all below it once they wait for something that never comes: everyone sleeps and nobody uses the
 * processor. A time limit would take a slow start on a busy machine for it.
 */
export function watchHanging(pid: number, onHang: () => void): { readonly end: () => void } {
  let [looks, ticks] = [0, -1]
  const timer = setInterval(() => {
    const family = familyOf(pid)
    const used = family.reduce((sum, [, { ticks: own }]) => sum + own, 0)
    const isQuiet =
      family.length > 0 && used === ticks && family.every(([, { isAsleep }]) => isAsleep)
    looks = isQuiet ? looks + 1 : 0
    ticks = used
    if (looks < LOOKS) return
    onHang()
    for (const [each] of family) kill(each)
  }, LOOK_MS)
  return { end: () => clearInterval(timer) }
}

function familyOf(pid: number): readonly (readonly [number, ProcessState])[] {
  const all = new Map<number, ProcessState>()
  for (const name of readdirSync('/proc')) {
    const state = /^\d+$/.test(name) ? stateOf(name) : undefined
    if (state !== undefined) all.set(Number(name), state)
  }
  const isBelow = (each: number): boolean =>
    each === pid || (all.has(each) && all.get(each)!.parent > 1 && isBelow(all.get(each)!.parent))
  return [...all].filter(([each]) => isBelow(each))
}

/** Undefined if it has ended in the meantime. */
function stateOf(name: string): ProcessState | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const [letter, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(parent),
      isAsleep: letter === 'S' || letter === 'Z',
      ticks: Number(rest[9]) + Number(rest[10]),
    }
  } catch {
    return undefined
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}
