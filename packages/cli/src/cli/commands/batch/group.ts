import { defineGroup } from 'surety/unstable/runtime'
import { doubts, rerun, settle } from './doubts.ts'
import { cancel, remove, results, status } from './progress.ts'
import { command as run } from './run.ts'

export const group = defineGroup({
  description: 'Runs the calls listed in a file, several at once, and resumes after a crash',
  // So that `surety batch FILE` needs no further word.
  default: 'run',
  commands: { run, status, results, doubts, settle, rerun, cancel, delete: remove },
})
