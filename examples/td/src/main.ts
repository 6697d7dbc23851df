import { serve } from 'surety'

import { createTd } from './cli.ts'

await serve(createTd(process.env))
