import { adaptOclif } from 'surety/oclif'

await adaptOclif(new URL('oclif-program/', import.meta.url), {
  errors: { E_NONE: 'NOT_FOUND' },
  exits: { 3: 'CONFLICT' },
  commands: { hang: { timeoutMs: 500 } },
}).serve()
