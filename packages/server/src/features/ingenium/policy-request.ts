import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { z } from 'zod'
import type { Position } from './layout/raw-record.ts'

/** The engine's results for some records: JSON lists separated by commas, as in batches. */
export interface ComputedTexts {
  readonly count: number
  readonly outputs: string
  readonly errors: string
}

/** A request to the child process that reads and writes records. */
export type PolicyQuestion =
  | { readonly kind: 'open'; readonly folder: string; readonly mapping: PolicyMapping; readonly from: Position }
  /** The next records, as inputs of the engine. */
  | { readonly kind: 'read' }
  /** The engine's results for the oldest block that is not written yet. */
  | { readonly kind: 'write'; readonly texts: readonly ComputedTexts[] }
  /** Ends the files of a part. */
  | { readonly kind: 'end'; readonly part: number }
  /** Previews the results of the oldest block. */
  | { readonly kind: 'show'; readonly texts: readonly ComputedTexts[]; readonly most: number }

export const extractFile = 'extract'

const position = z.object({ byte: z.int().min(0), line: z.int().min(0), record: z.int().min(0) })

export const readAnswer = z.object({
  /** The inputs of the records that could be mapped: JSON objects separated by commas. */
  parts: z.array(z.object({ text: z.string(), count: z.int().min(1) })),
  records: z.int(),
  isEnd: z.boolean(),
  /** Why nothing more can be read. */
  problem: z.string().nullable(),
})

export type ReadAnswer = z.infer<typeof readAnswer>

export const partAnswer = z.object({
  read: z.int(),
  written: z.int(),
  rejected: z.int(),
  position,
  /** Names of files in the folder. */
  result: z.string(),
  rejects: z.string(),
  log: z.string(),
})

export type PartAnswer = z.infer<typeof partAnswer>

export const shownRecords = z.array(
  z.object({
    record: z.int(),
    line: z.int(),
    fields: z.record(z.string(), z.string()),
    inputs: z.record(z.string(), z.unknown()),
    outputs: z.record(z.string(), z.unknown()).nullable(),
    result: z.record(z.string(), z.string()).nullable(),
    rejected: z.string().nullable(),
  }),
)
