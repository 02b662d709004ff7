import { cloneProduct, type ClonePart } from '@sheetwright/contract/products/clone-product.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { handle } from '../../platform/http/handle.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { countEngines, enginesKeptInside } from '../engines/engine.store.ts'
import { listGrants, setGrant } from '../permissions/permission.store.ts'
import { requireBelowMaximum, requireRule } from '../user-groups/user-group.access.ts'
import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { cloneContent } from './clone-product.job.ts'
import { copyContent, sizeOfContent } from './copy-content.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { countOwnProducts, insertProduct, type StoredProduct, summaryOf } from './product.store.ts'
import { existingProduct, withUniqueName } from './product-failures.ts'

/** The most rows of content copied while the caller waits. */
const mostAtOnce = 300

export const cloneProductHandler = handle(
  cloneProduct,
  ({ caller, params, body, services: { db, events, jobs }, correlationId }) =>
    withUniqueName(body.name, () =>
      db.inTenant(caller.tenantId, async (tx) => {
        const original = await existingProduct(tx, readerOf(caller), params.product)
        const taken = new Set<ClonePart>(body.copy)
        if (taken.has('permissions')) assertMay('manage', original)
        const count = () => countOwnProducts(tx, caller.userId)
        const limit = { module: 'Product', rule: 'NoOfProducts', within: caller.userId, count } as const
        await requireBelowMaximum(tx, caller, limit)
        const id = await insertProduct(tx, {
          name: body.name,
          category: taken.has('categories') ? original.category : [],
          description: taken.has('description') ? original.description : '',
          summary: taken.has('description') ? await summaryOf(tx, original.id) : '',
          launchDate: taken.has('dates') ? original.launchDate : null,
          startDate: taken.has('dates') ? original.startDate : null,
          ownerId: caller.userId,
          coverHash: taken.has('coverImage') ? original.coverImage : null,
        })
        const content = {
          from: original.id,
          to: id,
          documents: taken.has('documents'),
          engines: taken.has('engines'),
          withDrafts: accessRanks[original.access] >= accessRanks.edit,
        }
        await assertRules(tx, caller, content)
        if (content.engines && !content.withDrafts) await assertEnginesMayLeave(tx, original.id)
        const inBackground = (await sizeOfContent(tx, original.id)) > mostAtOnce
        if (!inBackground) await copyContent(tx, { ...content, userId: caller.userId })
        const jobId = inBackground
          ? await jobs.enqueue(tx, cloneContent, caller.userId, { Name: body.name, ...content })
          : null
        if (taken.has('permissions')) await copyGrants(tx, original, { id, name: body.name, ownerId: caller.userId })
        await events.publish(tx, { type: 'product.changed', id })
        const copy = await existingProduct(tx, readerOf(caller), id)
        const who = { caller, correlationId }
        await auditProduct(tx, who, { action: 'product.clone', before: original, after: copy })
        return { ...copy, jobId }
      }),
    ),
)

/** Copied content counts as added: the rules of the caller's groups apply to it too. */
async function assertRules(
  tx: TenantTransaction,
  caller: { readonly groups: readonly string[] },
  content: { readonly from: string; readonly to: string; readonly documents: boolean; readonly engines: boolean },
): Promise<void> {
  const engines = content.engines ? await countEngines(tx, content.from) : 0
  if (engines > 0) {
    await requireRule(tx, caller, { module: 'ProductEngine', rule: 'Add' })
    // The last of them must fit too.
    const count = async () => engines - 1
    const limit = { module: 'ProductEngine', rule: 'NoOfEngine', within: content.to, count } as const
    await requireBelowMaximum(tx, caller, limit)
  }
  if (!content.documents || (await sizeOfContent(tx, content.from)) === engines * 3) return
  await requireRule(tx, caller, { module: 'ProductDocument', rule: 'AddDocumentation' })
  await requireRule(tx, caller, { module: 'ProductDocument', rule: 'AddBrochure' })
}

/** The owner of a copy can read its workbooks, so viewers of the original may copy only those that may leave. */
async function assertEnginesMayLeave(tx: TenantTransaction, productId: string): Promise<void> {
  const kept = await enginesKeptInside(tx, productId)
  if (kept.length === 0) return
  throw new CallError(
    'PERMISSION_DENIED',
    `These engines are for those who may edit them: ${kept.slice(0, 20).join(', ')}. Copy the product without its engines`,
  )
}

/** Gives everybody the same permissions on the copy as on the original. Its owner needs none. */
async function copyGrants(
  tx: TenantTransaction,
  original: StoredProduct,
  copy: { readonly id: string; readonly name: string; readonly ownerId: string },
): Promise<void> {
  const entityOf = (product: typeof copy) => ({ ...product, type: 'product', productId: product.id }) as const
  for (const { userId, groupLabel, level } of await listGrants(tx, entityOf(original))) {
    const principal =
      groupLabel === null ? ({ type: 'user', id: userId ?? '' } as const) : ({ type: 'group', id: groupLabel } as const)
    if (principal.id === copy.ownerId) continue
    await setGrant(tx, entityOf(copy), { principal, level, grantedBy: copy.ownerId })
  }
}
