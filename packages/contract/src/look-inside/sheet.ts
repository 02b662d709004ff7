import { z } from 'zod'

const cellValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

/** Metadata of a sheet before its cells are requested; sizes in pixels, rows and columns from 0. */
export const sheetOverview = z
  .object({
    name: z.string(),
    visibility: z.enum(['visible', 'hidden', 'veryHidden']),
    isWorksheet: z.boolean(),
    rows: z.int().describe('Down to the last cell in use'),
    cols: z.int(),
    frozen: z.object({ rows: z.int(), cols: z.int() }).nullable(),
    showGridLines: z.boolean(),
    rowHeight: z.int(),
    columnWidth: z.int(),
    widths: z.array(z.tuple([z.int(), z.int()])).describe('Columns with a width of their own; 0 is hidden'),
    heights: z.array(z.tuple([z.int(), z.int()])).describe('Rows with a height of their own; 0 is hidden'),
    merges: z.array(z.string()),
  })
  .meta({ id: 'SheetOverview' })

export type SheetOverview = z.infer<typeof sheetOverview>

export const book = z.object({ sheets: z.array(sheetOverview) }).meta({ id: 'Book' })

export type Book = z.infer<typeof book>

const cellLook = z
  .object({
    bold: z.literal(true).optional(),
    italic: z.literal(true).optional(),
    underline: z.literal(true).optional(),
    strike: z.literal(true).optional(),
    color: z.string().optional(),
    size: z.number().optional().describe('In points'),
    fill: z.string().optional(),
    align: z.string().optional(),
    valign: z.string().optional(),
    wrap: z.literal(true).optional(),
    indent: z.number().optional(),
    borders: z
      .array(z.tuple([z.enum(['l', 'r', 't', 'b']), z.string(), z.string().optional()]))
      .optional()
      .describe('Side, style and colour'),
  })
  .meta({ id: 'CellLook' })

export type CellLook = z.infer<typeof cellLook>

const shownCell = z
  .object({
    row: z.int(),
    col: z.int(),
    text: z.string().describe('As the cell shows it'),
    value: cellValue,
    isError: z.literal(true).optional(),
    formula: z.string().optional(),
    style: z.int().describe('Key of its look'),
    comment: z.string().optional().describe('What somebody noted on it'),
  })
  .meta({ id: 'ShownCell' })

export type ShownCell = z.infer<typeof shownCell>

export const sheetCells = z
  .object({ cells: z.array(shownCell), looks: z.record(z.string(), cellLook) })
  .meta({ id: 'SheetCells' })

export type SheetCells = z.infer<typeof sheetCells>

/** The requested cells. */
export const cellsQuestion = z.strictObject({
  sheet: z.string().min(1).max(255),
  range: z
    .string()
    .regex(/^[A-Za-z]{1,3}\d{1,7}(:[A-Za-z]{1,3}\d{1,7})?$/, 'is a range such as A1:Z100')
    .describe('A1:Z100; at most 20,000 cells in use'),
})
