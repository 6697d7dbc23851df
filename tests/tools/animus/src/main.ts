import { serve } from 'surety'

import { animus } from './cli.ts'

await serve(animus)
