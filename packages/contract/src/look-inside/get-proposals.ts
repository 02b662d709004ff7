import { data, defineCall } from '../call.ts'
import { interfaceProposal } from './proposal.ts'
import { uploadedWorkbook } from './uploaded-workbook.ts'

export const getProposals = defineCall({
  ...uploadedWorkbook,
  id: 'lookInside.getProposals',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/upload/{upload}/proposals',
  summary: 'Propose inputs and outputs for an uploaded workbook, the surest first.',
  output: data(interfaceProposal),
})
