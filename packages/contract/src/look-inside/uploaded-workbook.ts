import { z } from 'zod'

/** Shared parts of calls about an uploaded workbook, addressed by the id of its original file. */
export const uploadedWorkbook = {
  caller: 'user',
  keyScope: 'author',
  params: z.strictObject({ product: z.string().min(1).max(200), upload: z.uuid() }),
  errors: ['FILE_NOT_FOUND', 'CORRUPT_EXCEL_FILE_FOR_TYPE1', 'CALCULATION_LIMIT_EXCEEDED'],
} as const
