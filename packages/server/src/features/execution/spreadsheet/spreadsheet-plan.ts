import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { z } from 'zod'

const place = { sheet: z.int(), row: z.int(), col: z.int() }

/**
 * Facts about a workbook that are needed before LibreOffice computes it. Our own reader finds them in a child process;
 * they are validated, because the child worked on untrusted data.
 */
export const spreadsheetPlan = z.object({
  /** LibreOffice's name of the format. */
  filter: z.string(),
  sheetNames: z.array(z.string()),
  date1904: z.boolean(),
  /** Circular cells depend on their previous values, so nothing of an earlier calculation may remain. */
  iterates: z.boolean(),
  /** Limits and lists of the data validation of inputs, by `formulaName`. */
  limits: z.array(
    z.object({
      name: z.string(),
      sheet: z.int(),
      text: z.string(),
      isList: z.boolean(),
      /** The value of a constant formula. */
      constant: z.union([z.number(), z.string(), z.boolean()]).optional(),
    }),
  ),
  /** For each function that the results need, a cell that calls it. */
  functions: z.array(z.object({ name: z.string(), ...place })),
  /** The same for functions called only by defined names; the sheet is -1 for names of the workbook. */
  namedFunctions: z.array(z.object({ name: z.string(), sheet: z.int(), definedName: z.string() })),
  /** Cells that the results need but only Excel can compute, as `Sheet1!B2`, with the reason. */
  obstacles: z.array(z.object({ cell: z.string(), reason: z.string() })),
})

export type SpreadsheetPlan = z.infer<typeof spreadsheetPlan>

/** LibreOffice's name of the xlsx format. */
export const xlsxFilter = 'Calc MS Excel 2007 XML'

/** Files in the child's folder: the workbook, replaced at the end by the one for LibreOffice. */
export const planFiles = { workbook: 'workbook' } as const

export interface PlanRequest {
  readonly folder: string
  /** Inputs and outputs that are marked instead of named. */
  readonly marks?: MarkedInterface
}
