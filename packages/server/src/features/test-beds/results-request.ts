import type { RunSetup } from '@sheetwright/contract/test-beds/test-run.ts'
import { z } from 'zod'

/** Results of some cases, as the threads that computed them wrote them down. */
export interface ComputedCases {
  /** Number of the first case, from 1. */
  readonly first: number
  /** One JSON text a line. */
  readonly inputs: string
  readonly expected: string
  readonly marks: string
  /** Elements of JSON lists. */
  readonly outputs: string
  readonly times: string
  readonly errors: string
}

/** What the child that holds results can be asked. */
export type ResultsQuestion =
  | { readonly kind: 'open'; readonly folder: string }
  | { readonly kind: 'begin'; readonly setup: Pick<RunSetup, 'outputs' | 'tolerances'> }
  | { readonly kind: 'add'; readonly cases: readonly ComputedCases[] }
  /** Writes what was added into a file of the folder, and forgets it. */
  | { readonly kind: 'end'; readonly file: string }
  | { readonly kind: 'join'; readonly files: readonly string[]; readonly file: string }
  | { readonly kind: 'query'; readonly sql: string; readonly values: readonly (string | number | boolean | null)[] }
  /** Writes the answer of a query as lines of JSON. */
  | { readonly kind: 'write'; readonly sql: string; readonly file: string }

export const partCounts = z.object({
  cases: z.int(),
  passed: z.int(),
  failed: z.int(),
  errors: z.int(),
  millis: z.number(),
})

export type PartCounts = z.infer<typeof partCounts>
