import type { PortNames } from '../../platform/db/schema/engines.ts'

/** What the child that writes inputs and results into a workbook is asked for. */
export interface FillRequest {
  /** Holds workbook and inputs; the filled workbook is left there. */
  readonly folder: string
  readonly subservice: string | null
  /** The moment NOW gives, in milliseconds since 1970, UTC. */
  readonly at: number
  readonly portNames: PortNames
  readonly locale: string
  /** A report that is made as PDF, instead of the workbook. */
  readonly report: string | null
}

/** What lies in the folder: the workbook, a `FillInputs`, and in the end the file that was asked for. */
export const fillFiles = { workbook: 'workbook', inputs: 'inputs.json', filled: 'filled' } as const

export interface FillInputs {
  readonly inputs: Readonly<Record<string, unknown>>
  /** Data URIs of pictures, by name. */
  readonly images: Readonly<Record<string, string>>
}
