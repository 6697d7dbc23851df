import { serve } from 'surety'

import { pay } from './cli.ts'

await serve(pay)
