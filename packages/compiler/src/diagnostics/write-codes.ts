import { error } from './definition.ts'

/** Why a workbook could not be written with new values. */
export const writeCodes = {
  WRITE_NEEDS_CONVERTER: error<{ format: string }>(
    ({ format }) =>
      `The workbook is a .${format} file. Writing values into it needs LibreOffice, which is not installed here; save the workbook as .xlsx.`,
  ),
  WRITE_CONVERSION_FAILED: error<{ format: string; reason: string }>(
    ({ format, reason }) => `LibreOffice could not convert the .${format} file: ${reason}. Save the workbook as .xlsx.`,
  ),
} as const
