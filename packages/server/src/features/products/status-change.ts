import { type ProductStatus, statusChanges } from '@sheetwright/contract/products/product.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** Refuses a status transition that is not allowed, or lacks its reason. */
export function assertStatusChange(from: ProductStatus, to: ProductStatus, reason: string | undefined): void {
  const change = statusChanges[from].find((each) => each.to === to)
  if (change === undefined) {
    const allowed = statusChanges[from].map((each) => each.to).join(', ')
    throw new CallError('STATUS_CHANGE_NOT_ALLOWED', `A product cannot go from ${from} to ${to}`, [
      { field: 'body.status', message: `cannot follow ${from}`, allowed },
    ])
  }
  if (change.reasonNeeded && !reason) {
    throw new CallError('INVALID_INPUT', `Going from ${from} to ${to} needs a reason`, [
      { field: 'body.reason', message: 'is missing', allowed: 'why the product goes back' },
    ])
  }
}
