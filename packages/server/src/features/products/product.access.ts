import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'

/**
 * Whose eyes products are read with. A supervisor sees all of the tenant; a user what is their own and what they or a
 * group of theirs has a permission on.
 */
export interface ProductReader {
  readonly userId: string
  readonly groups: readonly string[]
  readonly seesAll: boolean
}

export function readerOf(caller: UserIdentity): ProductReader {
  return { userId: caller.userId, groups: caller.groups, seesAll: isSupervisor(caller) }
}

const refusals: Record<AccessLevel, string> = {
  view: 'You may not see this product',
  edit: 'You may see this product but not change it',
  manage: 'This is for those who manage the product',
}

/** Owners and supervisors manage a product; everybody else may do what they were given. */
export function assertMay(level: AccessLevel, product: { readonly access: AccessLevel }): void {
  if (accessRanks[product.access] >= accessRanks[level]) return
  throw new CallError('PERMISSION_DENIED', refusals[level])
}

function isSupervisor(caller: UserIdentity): boolean {
  return caller.isAdmin || caller.isSuperuser
}
