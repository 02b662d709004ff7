import { saveChain } from '@sheetwright/contract/execution/save-chain.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { sql } from 'drizzle-orm'
import * as store from './chain.store.ts'
import { assertFits, assertNoCycle, type FittedStep } from './chain-fit.ts'
import { chainAnswer } from './chain-answer.ts'

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
    const shown = await chainAnswer(tx, caller, { id, engineId: first.id, name: body.name, steps })
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
