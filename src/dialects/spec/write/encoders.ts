import type { Generation } from '../../../contract/index.ts'
import type { Encoder } from '../../dialect.ts'
import { encoder as first } from '../1.0/encode.ts'
import { encoder as second } from '../1.6/encode.ts'
import { encoder as third } from '../1.16/encode.ts'

/** The encoders of the spec dialects, for callers that cannot wait for an import. */
export const specEncoders: Readonly<Record<Generation, Encoder>> = Object.freeze({
  '1.0': first,
  '1.6': second,
  '1.16': third,
})
