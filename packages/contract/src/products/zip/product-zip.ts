import { callableName } from '../../names.ts'

/** Maximum size of a zip. */
export const maxProductZipBytes = 1024 * 1024 * 1024

export const zipFile = {
  ProductZip: { required: true, maxBytes: maxProductZipBytes, description: 'A zip that a product was exported to' },
} as const

export const importTarget = {
  Name: callableName.optional().describe('The product to make or to add to; the name in the zip unless given'),
} as const

export const importErrors = [
  'INVALID_PRODUCT_ZIP',
  'INVALID_PRODUCT_NAME',
  'FILE_SIZE_LIMIT_EXCEEDED',
  'RULE_VALIDATION_FAILED',
  'PRODUCT_ALREADY_EXISTS',
] as const
