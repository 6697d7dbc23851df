import { adopt } from '../../scripts/build/bundles.ts'

export default adopt
