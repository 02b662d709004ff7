import { randomUUID } from 'node:crypto'
import { addClientKey } from '@sheetwright/contract/api-keys/add-client-key.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { hashOfKey } from '../../platform/identity/api-keys.ts'
import { endOtherKeys } from './api-client.store.ts'
import { findKey, insertKey } from './api-key.store.ts'
import { requireClient } from './client-answer.ts'
import { auditedKey, keyAnswer } from './key-answer.ts'
import { expiryOf, newKey } from './new-key.ts'

export const addClientKeyHandler = handle(addClientKey, ({ caller, params, body, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const client = await requireClient(tx, params.client)
    const key = newKey()
    const idsOf = (reached: typeof client.products) => reached && reached.map(({ id }) => id)
    const id = await insertKey(tx, {
      name: `${client.name.slice(0, 90)} ${randomUUID().slice(0, 8)}`,
      keyHash: hashOfKey(key),
      keyStart: key.slice(0, 8),
      groupLabel: client.group,
      scopes: [...new Set(body.scopes)],
      createdBy: caller.userId,
      clientId: client.id,
      requestsPerMinute: client.requestsPerMinute,
      expiresAt: expiryOf(body.expiresAt),
      products: idsOf(client.products),
      engines: idsOf(client.engines),
      addresses: body.addresses === undefined ? null : [...new Set(body.addresses)],
    })
    if (body.overlapHours !== undefined) {
      await endOtherKeys(tx, client.id, id, body.overlapHours)
      await announce(tx, { kind: 'key', tenantId: tx.tenantId, keyId: id })
    }
    const made = await findKey(tx, id)
    if (made === undefined) throw new Error('A key that was just made is not there')
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: body.overlapHours === undefined ? 'apiKey.create' : 'apiKey.rotate',
      entityType: 'apiKey',
      entityId: id,
      entityName: made.name,
      before: null,
      after: { ...auditedKey(made), client: client.name, overlapHours: body.overlapHours ?? null },
    })
    return { key, apiKey: keyAnswer(made) }
  }),
)
