// The program of the example, with declarations from a file that the caller names.
import { adaptCommander } from 'surety/commander'

import { program } from '../../../examples/adapters/commander/cli.js'

await adaptCommander(program, process.env.DECLARATIONS).serve()
