import { deleteApiClient } from '@sheetwright/contract/api-keys/delete-api-client.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { removeClient } from './api-client.store.ts'
import { auditedClient, requireClient } from './client-answer.ts'

export const deleteApiClientHandler = handle(deleteApiClient, ({ caller, params, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const before = await requireClient(tx, params.client)
    const revokedKeys = await removeClient(tx, before.id)
    await announce(tx, { kind: 'key', tenantId: tx.tenantId, keyId: before.id })
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'apiClient.delete',
      entityType: 'apiClient',
      entityId: before.id,
      entityName: before.name,
      before: { ...auditedClient(before), revokedKeys },
      after: null,
    })
    return { revokedKeys }
  }),
)
