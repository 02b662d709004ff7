import type { ProductStatus } from '@sheetwright/contract/products/product.ts'
import type { MessageId } from '../../platform/messages/load-messages.ts'

interface StatusWords {
  readonly label: MessageId
  readonly confirm: MessageId
  readonly done: MessageId
}

const words: Readonly<Record<ProductStatus, StatusWords>> = {
  Production: {
    label: 'Status.toProduction',
    confirm: 'Status.toProduction.confirm',
    done: 'Status.toProduction.done',
  },
  Archive: { label: 'Status.toArchive', confirm: 'Status.toArchive.confirm', done: 'Status.toArchive.done' },
  Design: { label: 'Status.toDesign', confirm: 'Status.toDesign.confirm', done: 'Status.toDesign.done' },
}

const reopened: StatusWords = {
  label: 'Status.reopen',
  confirm: 'Status.reopen.confirm',
  done: 'Status.toDesign.done',
}

/** The names of the changes of status. */
export function statusAction(from: ProductStatus, to: ProductStatus): StatusWords {
  return from === 'Archive' && to === 'Design' ? reopened : words[to]
}
