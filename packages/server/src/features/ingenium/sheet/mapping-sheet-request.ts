import { z } from 'zod'

/** The request to the child process: the workbook is in its folder. */
export interface MappingSheetRequest {
  readonly folder: string
}

export const mappingSheetFile = 'mapping.xlsx'

/** Null if the file is no workbook. */
export const mappingSheetAnswer = z.nullable(
  z.record(z.string(), z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))),
)
