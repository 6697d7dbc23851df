import { installed } from '../runtime/index.ts'
import { watch } from './watch-run.ts'

// Importing this module installs the watchdog:
//
//   import 'surety/watchdog'
//
// From then on, time limits and signals also end commands in an endless loop.
installed.watchdog = { watch }
