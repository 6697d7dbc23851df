import type { Encoder } from '../dialect.ts'
import { encoder as first } from './1.0/encode.ts'
import { encoder as second } from './1.6/encode.ts'

/** The encoders of both spec dialects, for where there is no time to load the one that is needed. */
export const specEncoders: Readonly<Record<'spec-1.0' | 'spec-1.6', Encoder>> = Object.freeze({
  'spec-1.0': first,
  'spec-1.6': second,
})
