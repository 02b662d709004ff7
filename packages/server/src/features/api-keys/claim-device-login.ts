import { claimDeviceLogin } from '@sheetwright/contract/api-keys/claim-device-login.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { hashOfKey } from '../../platform/identity/api-keys.ts'
import { findUser } from '../../platform/identity/users.store.ts'
import { findKey, insertKey } from './api-key.store.ts'
import { askSeconds, displayedCode, forgive, keyDays, unknownLogin } from './device-login.ts'
import { isKnownDevice, noteQuestion, removeDeviceLogin, type StoredDeviceLogin } from './device-login.store.ts'
import { auditedKey } from './key-answer.ts'
import { newKey } from './new-key.ts'

const nothing = { tenant: null, key: null, keyName: null, expiresAt: null }

export const claimDeviceLoginHandler = handle(
  claimDeviceLogin,
  async ({ body: { deviceCode }, address, services: { db, identity }, correlationId }) => {
    const deviceHash = hashOfKey(deviceCode)
    const login = await db.inSystem((tx) => noteQuestion(tx, deviceHash, askSeconds / 2))
    if (login === undefined) {
      if (!(await db.inSystem((tx) => isKnownDevice(tx, deviceHash)))) throw unknownLogin()
      throw new CallError('TOO_MANY_REQUESTS', `Ask every ${askSeconds} s`, undefined, askSeconds)
    }
    if (login.state === 'pending') return { state: login.state, ...nothing }
    const isFirst = await db.inSystem((tx) => removeDeviceLogin(tx, deviceHash))
    if (!isFirst) throw unknownLogin()
    if (login.state === 'refused') return { state: login.state, ...nothing }
    const tenant = login.confirmedIn === null ? undefined : await identity.tenants.byId(login.confirmedIn)
    if (tenant === undefined) throw new Error('A confirmed command line has no tenant')
    await forgive(db, { kind: 'codes', who: networkOf(address) })
    const key = newKey()
    const { name, expiresAt } = await keepKey(db, login, tenant.id, key, correlationId)
    return { state: login.state, tenant: tenant.name, key, keyName: name, expiresAt: expiresAt.toISOString() }
  },
)

/** Stores the key of a command line: with every scope, limited to the permissions of its person. */
async function keepKey(
  db: Database,
  { confirmedBy, confirmedGroups, machine, userCode }: StoredDeviceLogin,
  tenantId: string,
  key: string,
  correlationId: string,
) {
  const expiresAt = new Date(Date.now() + keyDays * 86_400_000)
  return db.inTenant(tenantId, async (tx) => {
    const person = confirmedBy === null ? undefined : await findUser(tx, confirmedBy)
    const [group] = confirmedGroups ?? []
    if (person === undefined || group === undefined) throw unknownLogin()
    const id = await insertKey(tx, {
      name: `${person.fullName.slice(0, 40)}, ${machine.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, ' ')} (${displayedCode(userCode)})`,
      keyHash: hashOfKey(key),
      keyStart: key.slice(0, 8),
      groupLabel: group,
      scopes: ['execute', 'author', 'logs'],
      createdBy: person.id,
      personId: person.id,
      personGroups: confirmedGroups,
      expiresAt,
      products: null,
      engines: null,
      addresses: null,
    })
    const made = await findKey(tx, id)
    if (made === undefined) throw new Error('A key that was just made is not there')
    await recordAudit(
      tx,
      { userId: person.id, name: person.fullName, correlationId },
      {
        action: 'apiKey.create',
        entityType: 'apiKey',
        entityId: id,
        entityName: made.name,
        before: null,
        after: auditedKey(made),
      },
    )
    return { name: made.name, expiresAt }
  })
}
