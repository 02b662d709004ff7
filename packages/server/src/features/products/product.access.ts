import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity, KeyIdentity, KeyReach, UserIdentity } from '../../platform/http/caller.ts'

/**
 * Whose eyes products are read with. A supervisor sees all of the tenant; a user what is their own and what they or a
 * group of theirs has a permission on.
 */
export interface ProductReader {
  readonly userId: string
  readonly groups: readonly string[]
  readonly seesAll: boolean
  /** Also finds products that only something in them was permitted of. */
  readonly passing?: boolean
  /** Of an API key with limits: what it reaches. */
  readonly reach?: KeyReach
  /** Finds this product and no other. */
  readonly boundTo?: string
}

export function readerOf(caller: UserIdentity | KeyIdentity): ProductReader {
  if (caller.kind === 'key') {
    const { groups, reach, personId = nobody } = caller
    return { userId: personId, groups, seesAll: isSupervisorsKey(caller), ...(reach === undefined ? {} : { reach }) }
  }
  return { userId: caller.userId, groups: caller.groups, seesAll: isSupervisor(caller) }
}

/** Stands for a person where there is none. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Whose eyes a product is found with on the way to something in it, by any kind of caller. To have found the product
 * this way says nothing about its content: ask `mayOn` about that.
 */
export function passerOf(caller: CallerIdentity): ProductReader {
  if (caller.kind === 'user' || caller.kind === 'key') return { ...readerOf(caller), passing: true }
  const boundTo = caller.kind === 'visitor' ? caller.productId : nobody
  return { userId: nobody, groups: [], seesAll: false, passing: true, boundTo }
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

function isSupervisorsKey({ groups }: KeyIdentity): boolean {
  return groups.some((label) => label.startsWith('supervisor:'))
}
