import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'

/** Whose eyes products are read with. A supervisor sees all of the tenant, a user what is their own. */
export interface ProductReader {
  readonly userId: string
  readonly seesAll: boolean
}

export function readerOf(caller: UserIdentity): ProductReader {
  return { userId: caller.userId, seesAll: isSupervisor(caller) }
}

/** Changing a product is for its owner and for supervisors. */
export function assertMayChange(caller: UserIdentity, product: { readonly ownerId: string }): void {
  if (product.ownerId === caller.userId || isSupervisor(caller)) return
  throw new CallError('PERMISSION_DENIED', 'Only its owner or a supervisor can change this product')
}

function isSupervisor(caller: UserIdentity): boolean {
  return caller.isAdmin || caller.isSuperuser
}
