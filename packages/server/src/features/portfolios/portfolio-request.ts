import type { ResultColumn, RowPlan } from '@sheetwright/compiler/portfolio.ts'
import { portfolioError } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { z } from 'zod'

/** The engine's results for some records: JSON lists separated by commas, as in batches. */
export interface ComputedTexts {
  readonly outputs: string
  readonly errors: string
}

export const portfolioFormats = {
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
  parquet: 'parquet',
} as const

export type PortfolioFormat = (typeof portfolioFormats)[keyof typeof portfolioFormats]

/** A request to the child process that reads a portfolio and writes results. */
export type PortfolioQuestion =
  /** Opens the database, which only knows this folder. */
  | { readonly kind: 'open'; readonly folder: string }
  /** The columns of the portfolio. */
  | { readonly kind: 'columns'; readonly format: PortfolioFormat }
  /** How results are written, from this part on; the records of the parts before it are skipped. */
  | { readonly kind: 'plan'; readonly plan: RowPlan; readonly part: number; readonly skip: number }
  /** The next records, as inputs of the engine. */
  | { readonly kind: 'read'; readonly records: number }
  /** The engine's results for the oldest records that are not written yet. */
  | { readonly kind: 'write'; readonly texts: readonly ComputedTexts[] }
  /** Ends the files of a part. */
  | { readonly kind: 'end' }
  /** The file is one of results: gives its columns the types of the portfolio. */
  | { readonly kind: 'cast'; readonly columns: readonly ResultColumn[]; readonly to: string }

export const portfolioFileName = 'portfolio'

export const columnsAnswer = z.union([
  z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    examples: z.array(z.string().nullable()),
    nullBlanks: z.boolean(),
    date1904: z.boolean().nullable(),
  }),
  /** Why the file cannot be read. */
  z.object({ problem: z.string() }),
])

export const readAnswer = z.union([
  z.object({
    /** The inputs of the valid records: JSON objects separated by commas. */
    parts: z.array(z.object({ text: z.string(), count: z.int().min(1) })),
    records: z.int(),
    /** How much of the file is read, up to 1. */
    fraction: z.number(),
    isEnd: z.boolean(),
  }),
  z.object({ problem: z.string() }),
])

export const partAnswer = z.object({
  records: z.int(),
  refused: z.int(),
  withErrors: z.int(),
  firstErrors: z.array(portfolioError),
})

/** Names of the files of a part in the folder. */
export const partFiles = (part: number) => ({
  parquet: `part-${part}.parquet`,
  csv: `part-${part}.csv`,
  errors: `errors-${part}.csv`,
})
