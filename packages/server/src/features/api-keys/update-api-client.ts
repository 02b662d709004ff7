import { updateApiClient } from '@sheetwright/contract/api-keys/update-api-client.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { changeClient } from './api-client.store.ts'
import { auditedClient, clientAnswer, clientNameTaken, requireClient } from './client-answer.ts'
import { reachOf } from './key-limits.ts'

export const updateApiClientHandler = handle(
  updateApiClient,
  ({ caller, params, body: { group, ...fields }, services: { db }, correlationId }) =>
    db
      .inTenant(caller.tenantId, async (tx) => {
        const before = await requireClient(tx, params.client)
        const reach = await reachOf(tx, caller, fields)
        await changeClient(tx, before.id, { ...fields, ...reach, groupLabel: group })
        await announce(tx, { kind: 'key', tenantId: tx.tenantId, keyId: before.id })
        await recordAudit(tx, actorOf(caller, correlationId), {
          action: 'apiClient.update',
          entityType: 'apiClient',
          entityId: before.id,
          entityName: fields.name,
          before: auditedClient(before),
          after: auditedClient({ ...fields, ...reach, group }),
        })
        return clientAnswer(tx, before.id)
      })
      .catch(clientNameTaken(fields.name)),
)
