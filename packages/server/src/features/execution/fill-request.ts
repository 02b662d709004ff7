import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import type { Iteration } from '@sheetwright/compiler/model.ts'
import { z } from 'zod'
import type { PortNames } from '../engines/engine-version.store.ts'

/** The request to the child process that writes inputs and results into a workbook. */
export interface FillRequest {
  /** Holds workbook and inputs; the child writes the filled workbook there. */
  readonly folder: string
  readonly subservice: string | null
  /** The value of NOW, in milliseconds since 1970, UTC. */
  readonly at: number
  readonly portNames: PortNames
  /** Inputs and outputs that are marked instead of named. */
  readonly marks: MarkedInterface | null
  /** How circular cells are computed. */
  readonly iteration: Iteration | null
  /** The author's settings that override the workbook's own properties. */
  readonly properties: Readonly<Record<string, string | number | boolean>>
  /** The report to render as PDF instead of the workbook. */
  readonly report: string | null
  /** The folder holds the workbook as computed by LibreOffice; its values are written. */
  readonly isComputed: boolean
}

/** Files in the folder: the workbook, a `FillInputs`, and the requested file at the end. */
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

/** The child's answer: the file is there, or why it could not be made. */
export const fillAnswer = z.object({
  problem: z
    .object({ code: z.enum(['INVALID_INPUT', 'INVALID_FILE_TYPE', 'FILE_NOT_FOUND']), message: z.string() })
    .nullable(),
})

export type FillAnswer = z.infer<typeof fillAnswer>
