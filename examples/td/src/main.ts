import { serve } from 'surety'

import { td } from './cli.ts'

await serve(td)
