// What a tool says about itself, loaded together by the calls that ask for it.
export { builtinsOf, usefulBuiltins } from './builtins/index.ts'
export { endWithoutCommand, helpEnd, showHelp, tellMistakes } from './end.ts'
