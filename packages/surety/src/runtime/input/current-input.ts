// What the current generation reads and refuses beside the rest: one door, because each takes a start a millisecond.
export { rewriteInput } from './rewrite-input.ts'
export { refusedIn116 } from './rules-1.16.ts'
