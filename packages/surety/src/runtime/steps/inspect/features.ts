import type { Step } from '../step.ts'
import { folder } from './folder.ts'
import { idFormat } from './id-format.ts'
import { injectionProtection } from './injection-protection.ts'
import { instance } from './instance.ts'
import { leftWork } from './left-work.ts'
import { platform } from './platform.ts'
import { provenance } from './provenance.ts'
import { quiet } from './quiet.ts'
import { schemaVersion } from './schema-version.ts'
import { shownData } from './shown-data.ts'
import { reportedSteps } from './step-report.ts'
import { updateCheck } from './update-check.ts'
import { validateOnly } from './validate-only.ts'
import { volatileData } from './volatile-data.ts'
import { warningsAsErrors } from './warnings-as-errors.ts'

/** What callers can ask of a call, and what every answer says: a feature goes away with its file and its line here. */
export const FEATURES: readonly Step[] = [
  updateCheck,
  shownData,
  injectionProtection,
  idFormat,
  platform,
  reportedSteps,
  schemaVersion,
  volatileData,
  leftWork,
  validateOnly,
  warningsAsErrors,
  quiet,
  folder,
  instance,
  provenance,
]
