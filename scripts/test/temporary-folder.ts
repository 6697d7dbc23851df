import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives every test of a run one temporary folder, and removes it with all that they left there. */
export function setup(): () => void {
  const outside = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'surety-tests-'))
  process.env['TMPDIR'] = folder
  return () => {
    if (outside === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outside
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
