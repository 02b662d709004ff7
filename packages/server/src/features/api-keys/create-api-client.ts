import { createApiClient } from '@sheetwright/contract/api-keys/create-api-client.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { insertClient } from './api-client.store.ts'
import { auditedClient, clientAnswer, clientNameTaken } from './client-answer.ts'
import { reachOf } from './key-limits.ts'

export const createApiClientHandler = handle(
  createApiClient,
  ({ caller, body: { group, ...fields }, services: { db }, correlationId }) =>
    db
      .inTenant(caller.tenantId, async (tx) => {
        const reach = await reachOf(tx, caller, fields)
        const id = await insertClient(tx, { ...fields, ...reach, groupLabel: group }, caller.userId)
        await recordAudit(tx, actorOf(caller, correlationId), {
          action: 'apiClient.create',
          entityType: 'apiClient',
          entityId: id,
          entityName: fields.name,
          before: null,
          after: auditedClient({ ...fields, ...reach, group }),
        })
        return clientAnswer(tx, id)
      })
      .catch(clientNameTaken(fields.name)),
)
