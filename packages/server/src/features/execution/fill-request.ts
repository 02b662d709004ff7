import type { MarkedInterface } from '@sheetwright/compiler/3-bind/ports/marked-ports.ts'
import type { Iteration } from '@sheetwright/compiler/model/iteration.ts'
import { z } from 'zod'
import type { PortNames } from '../engines/engine-version.store.ts'

/** What the child that writes inputs and results into a workbook is asked for. */
export interface FillRequest {
  /** Holds workbook and inputs; the filled workbook is left there. */
  readonly folder: string
  readonly subservice: string | null
  /** The moment NOW gives, in milliseconds since 1970, UTC. */
  readonly at: number
  readonly portNames: PortNames
  /** Inputs and outputs that were marked instead of named. */
  readonly marks: MarkedInterface | null
  /** How cells that need their own value are computed. */
  readonly iteration: Iteration | null
  /** What the author set over the workbook's own properties. */
  readonly properties: Readonly<Record<string, string | number | boolean>>
  /** A report that is made as PDF, instead of the workbook. */
  readonly report: string | null
  /** The folder holds the workbook as LibreOffice computed it: its values are what is written. */
  readonly isComputed: boolean
}

/** What lies in the folder: the workbook, a `FillInputs`, and in the end the file that was asked for. */
export const fillFiles = {
  workbook: 'workbook',
  inputs: 'inputs.json',
  computed: 'computed',
  filled: 'filled',
} as const

export interface FillInputs {
  readonly inputs: Readonly<Record<string, unknown>>
  /** Data URIs of pictures, by name. */
  readonly images: Readonly<Record<string, string>>
}

/** What the child answers: that the file is there, or why it could not be made. */
export const fillAnswer = z.object({
  problem: z
    .object({ code: z.enum(['INVALID_INPUT', 'INVALID_FILE_TYPE', 'FILE_NOT_FOUND']), message: z.string() })
    .nullable(),
})

export type FillAnswer = z.infer<typeof fillAnswer>
