import { listChains } from '@sheetwright/contract/execution/list-chains.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import * as store from './chain.store.ts'
import { chainAnswer } from './chain-answer.ts'

export const listChainsHandler = handle(listChains, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const chains = await store.listChainsOf(tx, engine.id)
    const items = []
    for (const chain of chains) items.push(await chainAnswer(tx, caller, chain))
    return { items, count: items.length }
  }),
)
