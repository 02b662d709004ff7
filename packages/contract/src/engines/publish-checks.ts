import { z } from 'zod'

/** The checks of a version before publication, in display order. */
export const publishCheckCodes = [
  /** The compiled program and the reference evaluator give different results. Cannot be acknowledged. */
  'PROGRAM_DIFFERS',
  /** Cells differ from the values saved in the file. */
  'PROOF_DIFFERS',
  /** The file holds no saved values to compare with. */
  'PROOF_MISSING',
  /** The author gave the version other regional settings than those the cells were compared in. */
  'PROOF_LOCALE',
  /** Outputs give an error on the defaults. */
  'OUTPUTS_FAIL',
  /** Inputs or outputs in use are gone or have another type. */
  'INTERFACE_BREAKS',
  /** On the defaults, outputs differ from the version in use. */
  'RESULTS_CHANGE',
  /** Test beds required by the product fail on the version, or were not run on it. A supervisor can acknowledge it. */
  'TESTS_FAIL',
  /** The product requires a second person, and nobody else has approved the version. Cannot be acknowledged. */
  'NOT_APPROVED',
] as const

export type PublishCheckCode = (typeof publishCheckCodes)[number]

/** Findings included in a check; `count` is their total number. */
export const shownCheckFindings = 50

export const publishCheck = z
  .object({
    code: z.enum(publishCheckCodes),
    outcome: z
      .enum(['passed', 'failed', 'blocked'])
      .describe('A failed check is acknowledged with a reason; a blocked one cannot be'),
    message: z.string().describe('In English'),
    facts: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('The facts in the message, for texts in other languages'),
    count: z.int().describe('Number of findings'),
    findings: z.array(
      z.object({
        name: z.string().describe('The output, input or cell'),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PublishCheck' })

export type PublishCheck = z.infer<typeof publishCheck>

/** An author's reason for publishing a version although checks failed. */
export const acknowledgement = z
  .strictObject({
    codes: z.array(z.enum(publishCheckCodes)).max(publishCheckCodes.length).describe('The failed checks'),
    reason: z.string().trim().min(1).max(2000).describe('Why the version is published all the same; kept in the audit'),
  })
  .meta({ id: 'PublishAcknowledgement' })

export type Acknowledgement = z.infer<typeof acknowledgement>
