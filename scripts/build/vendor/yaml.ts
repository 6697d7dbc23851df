export { Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'
