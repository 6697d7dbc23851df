import { library, vendor } from '../../scripts/build/bundles.ts'

export default [library('surety'), vendor('mcp', 'yaml')]
