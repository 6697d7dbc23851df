export { GrammarError } from './grammar-format.ts'
export {
  DESCRIPTION_LOSS_KINDS,
  unreadMembers,
  writeGrammar,
  type DescriptionLoss,
} from './losses.ts'
export {
  GRAMMAR_FACTS,
  GRAMMAR_IDS,
  loadGrammar,
  readAnyGrammar,
  WRITTEN_IDS,
  type GrammarId,
} from './registry.ts'
export { readOptionLine } from './option-line.ts'
