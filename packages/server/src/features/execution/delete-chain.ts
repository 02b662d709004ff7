import { deleteChain } from '@sheetwright/contract/execution/delete-chain.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import * as store from './chain.store.ts'

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
