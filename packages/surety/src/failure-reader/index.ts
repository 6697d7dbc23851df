export { readFailure, type PrintedText, type SaidFailure } from './read-failure.ts'
