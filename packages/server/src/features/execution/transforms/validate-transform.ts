import { validateTransform } from '@sheetwright/contract/execution/transforms/validate-transform.ts'
import { handle } from '../../../platform/http/handle.ts'

/** The contract has already validated the transform as it would for saving. */
export const validateTransformHandler = handle(validateTransform, () => ({
  status: 'Success' as const,
  response_data: { is_valid: true as const },
}))
