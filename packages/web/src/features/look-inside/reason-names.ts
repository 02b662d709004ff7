import type { ProposalReason } from '@sheetwright/contract/look-inside/proposal.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** Why something is proposed, or why it is doubtful. */
export const reasonNames: Readonly<Record<ProposalReason, MessageId>> = {
  label: 'Reason.label',
  name: 'Reason.name',
  validation: 'Reason.validation',
  inputLook: 'Reason.inputLook',
  unlocked: 'Reason.unlocked',
  read: 'Reason.read',
  notRead: 'Reason.notRead',
  resultLabel: 'Reason.resultLabel',
  resultLook: 'Reason.resultLook',
  dependsOnInputs: 'Reason.dependsOnInputs',
  table: 'Reason.table',
  noLabel: 'Reason.noLabel',
  lookupTable: 'Reason.lookupTable',
  seriesOfCells: 'Reason.seriesOfCells',
  hiddenSheet: 'Reason.hiddenSheet',
  errorSaved: 'Reason.errorSaved',
}
