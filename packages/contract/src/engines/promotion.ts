import { z } from 'zod'
import { moment } from '../dates.ts'

/** The proof of a version by another installation. */
export const foreignProof = z
  .strictObject({
    verdict: z.enum(['equal', 'different', 'not proven']),
    compared: z.int().min(0),
    equal: z.int().min(0),
    different: z.int().min(0),
  })
  .meta({ id: 'ForeignProof' })

export type ForeignProof = z.infer<typeof foreignProof>

/** A publish request made, and decided, in another installation. */
export const foreignApproval = z
  .strictObject({
    state: z.enum(['open', 'approved', 'rejected']),
    note: z.string().max(4000),
    requestedBy: z.string().max(200),
    requestedAt: moment,
    decidedBy: z.string().max(200).nullable(),
    decidedAt: moment.nullable(),
    comments: z
      .array(z.strictObject({ text: z.string().max(4000), writtenBy: z.string().max(200), writtenAt: moment }))
      .max(1000),
  })
  .meta({ id: 'ForeignApproval' })

export type ForeignApproval = z.infer<typeof foreignApproval>
