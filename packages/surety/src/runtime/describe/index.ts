// What a tool says about itself, loaded together by the calls that ask for it.
export { builtinsOf, usefulBuiltins } from './builtins/index.ts'
export { helpEnd } from './help-page.ts'
export { endWithoutCommand, showHelp, tellMistakes } from './without-command.ts'
