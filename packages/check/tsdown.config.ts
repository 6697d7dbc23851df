import { library } from '../../scripts/build/bundles.ts'

export default library('check')
