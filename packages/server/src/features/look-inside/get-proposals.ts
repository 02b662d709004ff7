import { getProposals } from '@sheetwright/contract/look-inside/get-proposals.ts'
import type { InterfaceProposal } from '@sheetwright/contract/look-inside/proposal.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoUpload } from './look-at.access.ts'

export const getProposalsHandler = handle(
  getProposals,
  async ({ caller, params, services }) =>
    (await lookIntoUpload(services, caller, params.upload, { kind: 'proposals' })) as InterfaceProposal,
)
