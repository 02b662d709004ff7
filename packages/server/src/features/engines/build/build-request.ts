import type { Iteration } from '@sheetwright/compiler/model/iteration.ts'
import type { AskedMarks } from '@sheetwright/compiler/propose/declare-interface.ts'
import { z } from 'zod'

/** What the child that builds an engine is asked for. */
export interface BuildRequest {
  /** Holds the workbook; program and build document are left there. */
  readonly folder: string
  readonly workbookHash: string
  readonly fileName: string
  /** How long the program is compared with the reference evaluator. */
  readonly proveSeconds: number
  /** How long the first few runs of that may take. */
  readonly longestProveSeconds: number
  /** The folder holds the workbook as LibreOffice computed it: that is what is proved. */
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

/** Why no engine can be made of a workbook. */
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

/** What the child answers; it is checked, because the child worked on untrusted data. */
export const buildAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built') }),
  z.object({ kind: z.literal('refused'), refusal: buildRefusal }),
])
