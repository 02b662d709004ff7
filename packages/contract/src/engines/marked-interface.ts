import { z } from 'zod'
import { valueType } from './interface.ts'

/** Maximum number of inputs or outputs marked on one workbook. */
export const mostMarks = 2000

const portName = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(\.[\p{L}_][\p{L}\p{M}\p{N}_]*)?$/u

export const markName = z
  .string()
  .max(200)
  .regex(portName, 'begins with a letter and holds letters, digits and underscores; a subservice comes before a dot')

export const markedPort = z
  .strictObject({
    name: markName,
    cell: z
      .string()
      .min(3)
      .max(300)
      .describe('Where it lies: Sheet1!B3, or Sheet1!B3:D9 for a block whose first row holds the headings'),
    description: z.string().max(1000).optional().describe('The label of the cell unless given'),
    type: valueType.optional().describe('What the cell looks like unless given'),
  })
  .meta({ id: 'MarkedPort' })

/** Inputs and outputs marked on the sheet, for a workbook without names. They replace those declared by names. */
export const markedInterface = z
  .strictObject({
    inputs: z.array(markedPort).max(mostMarks).default([]),
    outputs: z.array(markedPort).min(1).max(mostMarks),
  })
  .meta({ id: 'MarkedInterface' })

export type MarkedInterface = z.infer<typeof markedInterface>
