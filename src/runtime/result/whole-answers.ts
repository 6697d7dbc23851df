import type { Command } from '../declare/command.ts'

/** Commands whose answer is useless in parts, so that the size limit does not apply: the manifest. */
export const wholeAnswers = new WeakSet<Command>()
