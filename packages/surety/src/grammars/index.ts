export { GrammarError } from './grammar-format.ts'
export { lossWords, unreadMembers, writeGrammar, type DescriptionLoss } from './losses.ts'
export {
  GRAMMAR_FACTS,
  GRAMMAR_IDS,
  loadGrammar,
  readAnyGrammar,
  type GrammarId,
} from './registry.ts'
export { loadWriter } from './written-formats.ts'
export { WRITTEN_IDS, type WrittenId } from './written-ids.ts'
export { readOptionLine } from './option-line.ts'
