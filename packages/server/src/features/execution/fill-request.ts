import type { PortNames } from '../../platform/db/schema/engines.ts'

/** What the child that writes inputs and results into a workbook is asked for. */
export interface FillRequest {
  /** Holds workbook and inputs; the filled workbook is left there. */
  readonly folder: string
  readonly subservice: string | null
  /** The moment NOW gives, in milliseconds since 1970, UTC. */
  readonly at: number
  readonly portNames: PortNames
}

export const fillFiles = { workbook: 'workbook', inputs: 'inputs.json', filled: 'filled.xlsx' } as const
