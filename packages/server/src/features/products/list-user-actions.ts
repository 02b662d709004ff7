import { listUserActions, trackedFields, type UserAction } from '@sheetwright/contract/products/list-user-actions.ts'
import type { AuditEntry } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import { listProductActions } from './product-action.store.ts'
import { existingProduct } from './product-failures.ts'

/** Everybody who sees a product sees its history; only supervisors see the rest of the trail. */
export const listUserActionsHandler = handle(listUserActions, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await existingProduct(tx, readerOf(caller), params.product)
    const actions = body.search.map(({ value }) => String(value))
    const { page, pageSize } = body
    const { items, count } = await listProductActions(tx, id, {
      actions,
      oldestFirst: body.sort === 'at',
      page,
      pageSize,
    })
    return { items: items.map(userAction), count }
  }),
)

/** Actions that are described by what they changed. */
const changing: ReadonlySet<string> = new Set(['product.update', 'document.move', 'document.rename', 'section.update'])

function userAction(entry: AuditEntry): UserAction {
  const { number, at, actorName, action, before, after } = entry
  const reason = after?.['reason']
  const subject = entry.entityType === 'engine' ? versionOf(entry) : (after?.['subject'] ?? before?.['subject'])
  return {
    number,
    at: at.toISOString(),
    actorName,
    action: action as UserAction['action'],
    subject: typeof subject === 'string' ? subject : null,
    reason: typeof reason === 'string' ? reason : null,
    changes: changing.has(action) ? changesBetween(before ?? {}, after ?? {}) : [],
  }
}

/** The name of an engine with the revision concerned. */
function versionOf({ entityName, before, after }: AuditEntry): string {
  const revision = after?.['revision'] ?? before?.['revision']
  return typeof revision === 'string' ? `${entityName} ${revision}` : entityName
}

function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): UserAction['changes'] {
  return trackedFields
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
}

function shown(value: unknown): string | string[] | null {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(String) : null
}
