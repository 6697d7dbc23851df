import type { ReadOutcome } from '../../../contract/index.ts'
import type { Capture, DecodeOptions } from '../../dialect.ts'
import { readSpec } from '../read.ts'

/** Reads what a CLI of contract 1.0 left behind. */
export function decode(capture: Capture, options?: DecodeOptions): ReadOutcome {
  return readSpec('1.0', capture, options)
}
