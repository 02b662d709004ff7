import { moveTasks } from '@sheetwright/contract/roadmap/move-tasks.ts'
import { actorOf, type AuditRecord, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, type ProductReader, readerOf } from '../products/product.access.ts'
import { lockProduct, updateProduct } from '../products/product.store.ts'
import { productNotFound, productOnRoadmap } from './roadmap-answer.ts'
import { dependencyGaps, lockRoadmap, readProgress, writeProgress } from './roadmap.store.ts'

interface TaskChange {
  readonly id: string
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly progress?: number | undefined
}

export const moveTasksHandler = handle(moveTasks, ({ caller, body, services: { db, events }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const ids = body.tasks.map(({ id }) => id)
    refuseRepeated(ids)
    await lockRoadmap(tx)
    // All before the first change, so that nobody waits for one of them and is waited for by another.
    for (const id of ids.toSorted()) if ((await lockProduct(tx, id)) === undefined) throw productNotFound(id)
    const gaps = await gapsByEdge(tx, ids)
    const records: AuditRecord[] = []
    for (const [index, task] of body.tasks.entries()) {
      const change = await changeTask(tx, readerOf(caller), task, index)
      if (change === undefined) continue
      await events.publish(tx, { type: 'product.changed', id: task.id })
      records.push({ action: 'roadmap.move', entityType: 'product', entityId: task.id, ...change })
    }
    for (const [edge, daysEarly] of await gapsByEdge(tx, ids)) {
      if (daysEarly > (gaps.get(edge) ?? 0)) {
        throw new CallError(
          'ROADMAP_DEPENDENCY_VIOLATED',
          'A product would start before one that it depends on. Move both, or remove the dependency.',
        )
      }
    }
    for (const record of records) await recordAudit(tx, actorOf(caller, correlationId), record)
    return { changed: records.length }
  }),
)

/** Days that products start too early, by dependency. */
async function gapsByEdge(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, number>> {
  const gaps = await dependencyGaps(tx, ids)
  return new Map(gaps.map(({ productId, dependsOn, daysEarly }) => [`${productId} ${dependsOn}`, daysEarly]))
}

/** Writes the differences; undefined if there are none. */
async function changeTask(tx: TenantTransaction, reader: ProductReader, task: TaskChange, index: number) {
  const product = await productOnRoadmap(tx, reader, task.id)
  assertMay('edit', product)
  const progress = (await readProgress(tx, [task.id])).get(task.id) ?? 0
  const before = { start: product.startDate, end: product.launchDate, progress }
  const after = {
    start: task.start ?? before.start,
    end: task.end ?? before.end,
    progress: task.progress ?? before.progress,
  }
  const hasNewDates = after.start !== before.start || after.end !== before.end
  if (!hasNewDates && after.progress === before.progress) return undefined
  if (hasNewDates && after.start !== null && after.end !== null && after.start > after.end) {
    const field = `body.tasks.${index}.end`
    const message = `is before the start date ${after.start}`
    throw new CallError('INVALID_INPUT', `The launch date of "${product.name}" ${message}`, [
      { field, message, allowed: `${after.start} or later` },
    ])
  }
  if (hasNewDates) await updateProduct(tx, task.id, { startDate: after.start, launchDate: after.end })
  if (after.progress !== before.progress) await writeProgress(tx, task.id, after.progress)
  return { entityName: product.name, before, after }
}

function refuseRepeated(ids: readonly string[]): void {
  const index = ids.findIndex((id, i) => ids.indexOf(id) !== i)
  if (index < 0) return
  throw new CallError('INVALID_INPUT', `The product ${ids[index]} is named twice`, [
    { field: `body.tasks.${index}.id`, message: 'is named twice', allowed: 'each product once' },
  ])
}
