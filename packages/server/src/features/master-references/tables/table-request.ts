import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import type { Iteration } from '@sheetwright/compiler/model.ts'
import { referenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import type { RowEdits } from '@sheetwright/contract/master-references/write-range.ts'
import { z } from 'zod'

/** The request to the child process that works on the tables of a workbook. */
export type TableTask =
  /** Reads the tables. */
  | { readonly kind: 'read'; readonly folder: string; readonly isMaster: boolean }
  /** Writes a workbook in which rows of one table are changed. */
  | { readonly kind: 'edit'; readonly folder: string; readonly range: string; readonly edits: RowEdits }
  /** Writes a workbook in which tables hold the rows of the given files. */
  | {
      readonly kind: 'replace'
      readonly folder: string
      readonly tables: readonly { readonly name: string; readonly file: string }[]
      readonly marks: MarkedInterface | undefined
      readonly iteration: Iteration | null
      /** Cases of test beds to compute before and after. */
      readonly testBeds: readonly TestBedInputs[]
    }

/** The inputs of a test bed's cases, by the workbook's names. */
export interface TestBedInputs {
  readonly id: string
  readonly cases: readonly Readonly<Record<string, unknown>>[]
}

export const tableFiles = { workbook: 'workbook', written: 'written' } as const

/** Rows per line of a row file: a list of rows, each a list of cells. */
export const rowsInLine = 500

export const readTable = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  cell: z.string(),
  columns: z.array(referenceColumn),
  rowCount: z.int(),
  blankCells: z.int(),
  hasFormulas: z.boolean(),
  hash: z.string(),
  /** File in the folder, with one list of rows per line. */
  file: z.string(),
})

export type ReadTable = z.infer<typeof readTable>

const changedRange = z.object({
  name: z.string(),
  changedCells: z.int(),
  differences: z.array(
    z.object({
      cell: z.string(),
      row: z.int(),
      heading: z.string(),
      engine: z.union([z.number(), z.string(), z.boolean(), z.null()]),
      master: z.union([z.number(), z.string(), z.boolean(), z.null()]),
    }),
  ),
})

/** The child's answer. It is validated, because the child worked on untrusted data. */
export const tableAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    tables: z.array(readTable),
    ranges: z.array(changedRange),
    recomputed: z.int(),
    /** Outputs on the defaults, for a workbook whose tables were replaced. */
    outputs: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
    outputCount: z.int(),
    testBeds: z.array(
      z.object({
        id: z.string(),
        changed: z.int(),
        outputs: z.array(
          z.object({ name: z.string(), cases: z.int(), first: z.int(), before: z.unknown(), after: z.unknown() }),
        ),
      }),
    ),
  }),
  z.object({
    kind: z.literal('refused'),
    code: z.enum([
      'CORRUPT_EXCEL_FILE_FOR_TYPE1',
      'INVALID_MASTER_REFERENCE',
      'REFERENCE_RANGE_ERROR',
      'REFERENCE_RANGE_NOT_FOUND',
      'INVALID_INPUT',
    ]),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string(), allowed: z.string().optional() })),
  }),
])

export type TableAnswer = z.infer<typeof tableAnswer>
export type TableRefusal = Extract<TableAnswer, { kind: 'refused' }>
