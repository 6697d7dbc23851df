import { installed } from '../runtime/index.ts'
import { watch } from './watch-run.ts'

// Importing this module is all there is to do:
//
//   import 'surety/watchdog'
//
// From then on no loop, wherever it begins, outlives the time limit of a command or a signal.
installed.watchdog = { watch }
