export { Document, format, Node, parse } from '@bgotink/kdl'
