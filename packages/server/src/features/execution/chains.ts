import { deleteChain, listChains, listUnchained, saveChain } from '@sheetwright/contract/execution/chains.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { findEngineById, listEngines } from '../engines/engine.store.ts'
import { sql } from 'drizzle-orm'
import * as store from './chain.store.ts'
import { assertFits, assertNoCycle, type FittedStep, reachableFrom } from './chain-fit.ts'

export const saveChainHandler = handle(saveChain, async ({ caller, params, body, services, correlationId }) => {
  const { db, execution } = services
  const { tenantId } = caller
  const { first, members } = await db.inTenant(tenantId, async (tx) => ({
    first: await requireEngine(tx, caller, params, 'write'),
    members: await Promise.all(body.steps.map((step) => requireEngine(tx, caller, step, 'execute'))),
  }))
  const fitted: FittedStep[] = []
  for (const [place, engine] of [first, ...members].entries()) {
    const { version } = await execution.directory.choose(tenantId, caller, { kind: 'id', engineId: engine.id }, {})
    const { shown } = await execution.engines.get(tenantId, version)
    const mapping = body.steps[place - 1]?.mapping ?? {}
    fitted.push({ engineId: engine.id, serviceName: engine.serviceName, shown, mapping })
  }
  assertFits(fitted)
  const steps = fitted.slice(1).map(({ engineId, mapping }) => ({ engineId, mapping }))
  return db.inTenant(tenantId, async (tx) => {
    // Two chains that are saved at once could make a cycle that neither of them is alone.
    await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`chains ${tenantId}`}, 0))`)
    const id = await store.saveChain(tx, { engineId: first.id, name: body.name, steps, createdBy: caller.userId })
    assertNoCycle(await store.allChains(tx))
    const shown = await shownChain(tx, caller, { id, engineId: first.id, name: body.name, steps })
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'engine.chain',
      entityType: 'engine',
      entityId: first.id,
      entityName: first.serviceName,
      before: null,
      after: { chain: body.name, steps },
    })
    return shown
  })
})

export const listChainsHandler = handle(listChains, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const chains = await store.listChainsOf(tx, engine.id)
    const items = []
    for (const chain of chains) items.push(await shownChain(tx, caller, chain))
    return { items, count: items.length }
  }),
)

export const deleteChainHandler = handle(deleteChain, ({ caller, params, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    if (!(await store.deleteChain(tx, engine.id, params.chain))) {
      throw new CallError('CHAIN_NOT_FOUND', 'The engine has no such chain')
    }
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'engine.unchain',
      entityType: 'engine',
      entityId: engine.id,
      entityName: engine.serviceName,
      before: { chain: params.chain },
      after: null,
    })
    return { id: params.chain }
  }),
)

const mostListed = 1000

export const listUnchainedHandler = handle(listUnchained, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const feeds = new Map<string, Set<string>>()
    for (const { engineId, steps } of await store.allChains(tx)) {
      const engines = [engineId, ...steps.map((step) => step.engineId)]
      engines.forEach((id, i) => feeds.set(id, new Set([...(feeds.get(id) ?? []), ...engines.slice(i + 1)])))
    }
    const page = { page: 1, pageSize: mostListed, order: sql`engines.service_name`, filters: [] }
    const { items } = await listEngines(tx, caller, page)
    const free = items.filter(({ id }) => id !== engine.id && !reachableFrom(id, feeds).has(engine.id))
    return {
      items: free.map(({ id, productId, productName, serviceName }) => ({
        engineId: id,
        productId,
        productName,
        serviceName,
      })),
      count: free.length,
    }
  }),
)

/** A chain as it is shown: engines in it that the reader may not see have no name. */
async function shownChain(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { id, name, engineId, steps }: store.StoredChain,
) {
  const shown = []
  for (const step of [{ engineId, mapping: {} }, ...steps]) {
    const { productId = null, serviceName = null } = (await findEngineById(tx, caller, step.engineId)) ?? {}
    shown.push({ engineId: step.engineId, productId, serviceName, mapping: { ...step.mapping } })
  }
  return { id, name, steps: shown }
}
