import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

import type { World } from '../../process/world.ts'
import { refusedValue } from '../../run/errors/input-error.ts'
import type { Step } from '../step.ts'

/** Makes another folder the one that relative paths of the call belong to, by `--cwd`; that of the process stays. */
export const folder: Step = {
  look: (run, { flags: { cwd } }) => {
    if (cwd === undefined) return void pinFolder(run.world)
    const path = resolve(run.world.cwd, cwd)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw refusedValue(run, '--cwd', `--cwd: there is no folder ${path}.`, { value: cwd })
    Object.defineProperty(run.world, 'cwd', { value: path })
  },
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
