import { z } from 'zod'
import { valueType } from '../engines/interface.ts'

/** The reason for a proposal, or for its doubt. */
export const proposalReason = z.enum([
  'label',
  'name',
  'validation',
  'inputLook',
  'unlocked',
  'read',
  'notRead',
  'resultLabel',
  'resultLook',
  'dependsOnInputs',
  'table',
  'noLabel',
  'lookupTable',
  'seriesOfCells',
  'hiddenSheet',
  'errorSaved',
])

export type ProposalReason = z.infer<typeof proposalReason>

const proposedPort = z
  .object({
    kind: z.enum(['input', 'output']),
    name: z.string(),
    cell: z.string(),
    shape: z.enum(['cell', 'block']),
    description: z.string(),
    unit: z.string().nullable(),
    type: valueType,
    value: z.union([z.number(), z.string(), z.boolean(), z.null()]).describe('Saved in the cell; null for a block'),
    confidence: z.number().min(0).max(1),
    sure: z.boolean().describe('Worth taking unless somebody decides otherwise'),
    reasons: z.array(proposalReason),
  })
  .meta({ id: 'ProposedPort' })

export type ProposedPort = z.infer<typeof proposedPort>

/** Proposed inputs and outputs of a workbook, the most certain first. */
export const interfaceProposal = z
  .object({ inputs: z.array(proposedPort), outputs: z.array(proposedPort) })
  .meta({ id: 'InterfaceProposal' })

export type InterfaceProposal = z.infer<typeof interfaceProposal>
