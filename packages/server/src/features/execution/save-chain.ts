import { saveChain } from '@sheetwright/contract/execution/save-chain.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { holdLock } from '../../platform/db/advisory-locks.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import * as store from './chain.store.ts'
import { assertFits, assertNoCycle, type FittedStep } from './chain-fit.ts'
import { chainAnswer } from './chain-answer.ts'

export const saveChainHandler = handle(saveChain, async ({ caller, params, body, services, correlationId }) => {
  const { db, execution } = services
  const { tenantId } = caller
  const { first, members } = await db.inTenant(tenantId, async (tx) => {
    const start = await requireEngine(tx, caller, params, 'write')
    const following: (typeof start)[] = []
    for (const step of body.steps) following.push(await requireEngine(tx, caller, step, 'execute'))
    return { first: start, members: following }
  })
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
    // Two chains saved at the same time could close a cycle together.
    await holdLock(tx, `chains ${tenantId}`)
    const chain = { engineId: first.id, name: body.name, steps, createdBy: caller.userId }
    const id = body.id === undefined ? await store.saveChain(tx, chain) : await changeChain(tx, body.id, chain)
    assertNoCycle(await store.allChains(tx))
    const shown = await chainAnswer(tx, caller, { id, name: body.name, steps })
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

/** Renames a chain or changes its steps. */
async function changeChain(
  tx: TenantTransaction,
  id: string,
  { engineId, name, steps }: Omit<store.StoredChain, 'id'>,
): Promise<string> {
  const key = (text: string) => text.normalize('NFKC').toLowerCase()
  const others = await store.listChainsOf(tx, engineId)
  if (!others.some((each) => each.id === id)) throw new CallError('CHAIN_NOT_FOUND', 'The engine has no such chain')
  if (others.some((each) => each.id !== id && key(each.name) === key(name))) {
    throw new CallError('CHAIN_ALREADY_EXISTS', `The engine has a chain "${name}" already`, [
      { field: 'body.name', message: 'is the name of another chain' },
    ])
  }
  await store.updateChain(tx, id, { name, steps })
  return id
}
