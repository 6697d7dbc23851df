import { serve } from 'surety'

import { hello } from './cli.ts'

await serve(hello)
