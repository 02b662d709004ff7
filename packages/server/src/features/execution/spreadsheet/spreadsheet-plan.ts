import type { MarkedInterface } from '@sheetwright/compiler/3-bind/ports/marked-ports.ts'
import { z } from 'zod'

const place = { sheet: z.int(), row: z.int(), col: z.int() }

/**
 * What has to be known of a workbook before LibreOffice computes it. Found by our own reader, in a child process; it is
 * checked, because the child worked on untrusted data.
 */
export const spreadsheetPlan = z.object({
  /** LibreOffice's name of the format; null when it shall not read it. */
  filter: z.string().nullable(),
  sheetNames: z.array(z.string()),
  date1904: z.boolean(),
  /** What a cell held before decides what it holds next: nothing of an earlier calculation may be left. */
  iterates: z.boolean(),
  /** Limits and lists of the data validation of inputs, by `formulaName`. */
  limits: z.array(
    z.object({
      name: z.string(),
      sheet: z.int(),
      text: z.string(),
      isList: z.boolean(),
      /** Its value where it is written down and not computed. */
      constant: z.union([z.number(), z.string(), z.boolean()]).optional(),
    }),
  ),
  /** A cell for each function that the results need, in which it is called. */
  functions: z.array(z.object({ name: z.string(), ...place })),
  /** The same for functions that only defined names call; the sheet is -1 for names of the workbook. */
  namedFunctions: z.array(z.object({ name: z.string(), sheet: z.int(), definedName: z.string() })),
  /** Cells that the results need and that nobody but Excel can compute, as `Sheet1!B2`, with the reason. */
  obstacles: z.array(z.object({ cell: z.string(), reason: z.string() })),
})

export type SpreadsheetPlan = z.infer<typeof spreadsheetPlan>

/** LibreOffice's name of the usual format. */
export const xlsxFilter = 'Calc MS Excel 2007 XML'

/** What lies in the folder of the child: the workbook, and in the end the one that LibreOffice is given. */
export const planFiles = { workbook: 'workbook' } as const

export interface PlanRequest {
  readonly folder: string
  /** Inputs and outputs that were marked instead of named. */
  readonly marks?: MarkedInterface
}
