import { library, vendor } from '../../scripts/build/bundles.ts'

export default [library('client'), vendor('yaml')]
