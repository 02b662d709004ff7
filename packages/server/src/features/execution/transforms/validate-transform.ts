import { validateTransform } from '@sheetwright/contract/execution/transforms/validate-transform.ts'
import { handle } from '../../../platform/http/handle.ts'

/** The declaration of the call has read the transform as one that is saved. */
export const validateTransformHandler = handle(validateTransform, () => ({
  status: 'Success' as const,
  response_data: { is_valid: true as const },
}))
