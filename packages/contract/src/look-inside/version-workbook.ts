import { z } from 'zod'
import { versionParams } from '../engines/engine-address.ts'

/** Shared parts of calls about the workbook of a version. */
export const versionWorkbook = {
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: versionParams,
  errors: [
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'CORRUPT_EXCEL_FILE_FOR_TYPE1',
    'CALCULATION_LIMIT_EXCEEDED',
  ],
} as const

/** A run whose values replace those saved in the workbook. */
export const lookedAtRun = z.strictObject({
  inputs: z.record(z.string(), z.unknown()).describe('As a call gives them; what is missing has its default'),
  subservice: z.string().max(255).optional(),
})
