import type { Iteration } from '@sheetwright/compiler/model.ts'
import type { AskedMarks } from '@sheetwright/compiler/interface.ts'
import { z } from 'zod'

/** The request to the child process that builds an engine. */
export interface BuildRequest {
  /** Holds the workbook; the child writes program and build document there. */
  readonly folder: string
  readonly workbookHash: string
  readonly fileName: string
  /** How many seconds the program is compared with the reference evaluator. */
  readonly proveSeconds: number
  /** The most seconds that the first few of these runs may take. */
  readonly longestProveSeconds: number
  /** The folder also holds the workbook as computed by LibreOffice, which is then proved. */
  readonly isRecalculated: boolean
  readonly marks: AskedMarks
  readonly iteration?: Iteration | undefined
}

export const buildFiles = {
  workbook: 'workbook',
  recalculated: 'recalculated',
  program: 'program.mjs',
  build: 'build.json',
} as const

/** Why no engine can be built from a workbook. */
export const buildRefusal = z.object({
  code: z.enum([
    'CORRUPT_EXCEL_FILE_FOR_TYPE1',
    'INVALID_ENGINE_CONFIGURATION',
    'INVALID_SOLVE_NAMERANGES',
    'ENGINE_BUILD_LIMIT_EXCEEDED',
  ]),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})

export type BuildRefusal = z.infer<typeof buildRefusal>

/** The child's answer. It is validated, because the child worked on untrusted data. */
export const buildAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built') }),
  z.object({ kind: z.literal('refused'), refusal: buildRefusal }),
])
