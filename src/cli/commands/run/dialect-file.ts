// Reading a description takes much code, which a start without one should not load.
export { loadDialectFile } from '../../../dialects/index.ts'
