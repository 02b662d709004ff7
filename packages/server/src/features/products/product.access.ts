import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity, KeyIdentity, KeyReach, UserIdentity } from '../../platform/http/caller.ts'

/**
 * The reader of products. A supervisor sees all products of the tenant; a user sees their own and those that they or a
 * group of theirs have a permission on.
 */
export interface ProductReader {
  readonly userId: string
  readonly groups: readonly string[]
  readonly seesAll: boolean
  /** Also finds products in which the reader has access only to something. */
  readonly passing?: boolean
  /** For an API key with limits: what it may access. */
  readonly reach?: KeyReach
  /** Finds only this product. */
  readonly boundTo?: string
}

export function readerOf(caller: UserIdentity | KeyIdentity): ProductReader {
  if (caller.kind === 'key') {
    const { groups, reach, personId = nobody } = caller
    return { userId: personId, groups, seesAll: isSupervisorsKey(caller), ...(reach === undefined ? {} : { reach }) }
  }
  return { userId: caller.userId, groups: caller.groups, seesAll: isSupervisor(caller) }
}

/** Placeholder for callers without a person. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The reader that finds a product on the way to something in it, for any kind of caller. Finding the product this way
 * grants nothing on its content: check that with `requireOn`.
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

/** Owners and supervisors manage a product; everybody else has the access that was granted. */
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
