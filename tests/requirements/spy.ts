import { join } from 'node:path'

import { folder } from '../e2e/processes/run-acme.ts'
import { runShell } from '../e2e/processes/run-shell.ts'

/** A program that leaves a trace and prints its name, as an editor, a pager or a browser. */
export const spy = async (name: string): Promise<{ path: string; bin: string; trace: string }> => {
  const bin = folder()
  const path = join(bin, name)
  const trace = join(bin, 'trace')
  await runShell(
    `printf '#!/bin/sh\\necho "$0 $@" >> ${trace}; echo edited\\n' > ${path}; chmod +x ${path}; touch ${trace}`,
  )
  return { path, bin, trace }
}
