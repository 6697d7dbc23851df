export { command } from './check-command.ts'
