// The types that every subpath of an adapter exports.
export type { Cli } from '../runtime/index.ts'
export type { AdaptedProgram } from './front.ts'
export type { AdapterDeclarations } from './declare/declarations.ts'
