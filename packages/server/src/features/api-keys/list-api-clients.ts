import { listApiClients } from '@sheetwright/contract/api-keys/list-api-clients.ts'
import { handle } from '../../platform/http/handle.ts'
import { listClients } from './api-client.store.ts'
import { clientAnswers } from './client-answer.ts'

export const listApiClientsHandler = handle(listApiClients, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { items, count } = await listClients(tx, body)
    return { items: await clientAnswers(tx, items), count }
  }),
)
