import { setDependencies } from '@sheetwright/contract/roadmap/set-dependencies.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { productNotFound, productOnRoadmap, roadmapAnswer, visibleDependencies, visibleIds } from './roadmap-answer.ts'
import { changeDependencies, isInCycle, lockRoadmap } from './roadmap.store.ts'

export const setDependenciesHandler = handle(
  setDependencies,
  ({ caller, body, services: { db, events }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { productId } = body
      const reader = readerOf(caller)
      const wanted = [...new Set(body.dependencies)]
      const product = await productOnRoadmap(tx, reader, productId)
      assertMay('edit', product)
      const seen = await visibleIds(tx, reader, wanted)
      const missing = wanted.find((id) => !seen.has(id))
      if (missing !== undefined) throw productNotFound(missing)
      if (wanted.includes(productId)) {
        throw new CallError('ROADMAP_DEPENDENCY_CYCLE', `"${product.name}" cannot depend on itself`)
      }
      await lockRoadmap(tx)
      const before = (await visibleDependencies(tx, reader, [productId])).get(productId) ?? []
      const added = wanted.filter((id) => !before.includes(id))
      const removed = before.filter((id) => !wanted.includes(id))
      await changeDependencies(tx, productId, { added, removed })
      if (await isInCycle(tx, productId)) {
        throw new CallError('ROADMAP_DEPENDENCY_CYCLE', `"${product.name}" would depend on itself through others`)
      }
      if (added.length + removed.length > 0) {
        await events.publish(tx, { type: 'product.changed', id: productId })
        await recordAudit(tx, actorOf(caller, correlationId), {
          action: 'roadmap.dependencies',
          entityType: 'product',
          entityId: productId,
          entityName: product.name,
          before: { dependencies: before },
          after: { dependencies: wanted },
        })
      }
      const [answer] = await roadmapAnswer(tx, reader, [product])
      if (answer === undefined) throw productNotFound(productId)
      return answer
    }),
)
