import type { ResultColumn } from '@sheetwright/compiler/portfolio.ts'
import { z } from 'zod'

export const portfolioFormats = {
  csv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
  parquet: 'parquet',
} as const

export type PortfolioFormat = (typeof portfolioFormats)[keyof typeof portfolioFormats]

/** How records are passed on: for a thread (see `block-bytes.ts`), or as lines of CSV. */
export type BlockForm = 'block' | 'csv'

/** A request to the child process that reads a portfolio. */
export type PortfolioQuestion =
  /** Opens the database, which only knows this folder. */
  | { readonly kind: 'open'; readonly folder: string }
  /** The columns of the portfolio. */
  | { readonly kind: 'columns'; readonly format: PortfolioFormat }
  /** Leaves out records that have results. */
  | { readonly kind: 'skip'; readonly records: number }
  /** Writes the next records, at most this many, into the file of blocks. */
  | { readonly kind: 'read'; readonly records: number; readonly form: BlockForm }
  /** The file is one of results: gives its columns the types of the portfolio. */
  | { readonly kind: 'cast'; readonly columns: readonly ResultColumn[]; readonly to: string }

export const portfolioFileName = 'portfolio'
/** The records that were read last. */
export const blockFileName = 'block'

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
    count: z.int(),
    /** How much of the file is read, up to 1. */
    fraction: z.number(),
    isEnd: z.boolean(),
  }),
  z.object({ problem: z.string() }),
])
