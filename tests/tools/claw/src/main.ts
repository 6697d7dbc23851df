import { serve } from 'surety'

import { claw } from './cli.ts'

await serve(claw)
