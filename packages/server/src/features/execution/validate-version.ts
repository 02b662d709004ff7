import { validateVersion } from '@sheetwright/contract/execution/validate-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeInputs } from './describe-inputs.ts'

export const validateVersionHandler = handle(validateVersion, (context) =>
  describeInputs(context, { kind: 'version', versionId: context.params.versionId }),
)
