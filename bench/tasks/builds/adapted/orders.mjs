import { adaptCommander } from 'surety/commander'
import { program } from '../commander/cli.mjs'
await adaptCommander(program).serve()
