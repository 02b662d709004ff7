import { z } from 'zod'

/** What the child process is asked: the workbook lies in its folder. */
export interface MappingSheetRequest {
  readonly folder: string
}

export const mappingSheetFile = 'mapping.xlsx'

/** Null for a file that is no workbook. */
export const mappingSheetAnswer = z.nullable(
  z.record(z.string(), z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))),
)
