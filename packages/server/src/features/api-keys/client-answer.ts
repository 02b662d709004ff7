import type { ApiClient } from '@sheetwright/contract/api-keys/api-client.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { clientNameIndex, findClient, keysOfClients, type StoredClient, usageOfKeys } from './api-client.store.ts'
import { listKeysWithIds } from './api-key.store.ts'
import { keyAnswer } from './key-answer.ts'

/** Clients as the calls show them: with their keys and the recent usage of these. */
export async function clientAnswers(tx: TenantTransaction, clients: readonly StoredClient[]): Promise<ApiClient[]> {
  const owned = await keysOfClients(
    tx,
    clients.map(({ id }) => id),
  )
  const ids = owned.map(({ id }) => id)
  const keys = new Map((await listKeysWithIds(tx, ids)).map((key) => [key.id, key]))
  const usage = await usageOfKeys(tx, ids)
  return clients.map(({ createdAt, products, engines, ...client }) => {
    const own = owned.flatMap(({ id, clientId }) => (clientId === client.id ? (keys.get(id) ?? []) : []))
    const sum = (count: 'calls' | 'errors') => own.reduce((total, { id }) => total + (usage.get(id)?.[count] ?? 0), 0)
    const lastUsed = own.flatMap(({ lastUsedAt }) => (lastUsedAt === null ? [] : [lastUsedAt.getTime()]))
    return {
      ...client,
      products: products && [...products],
      engines: engines && [...engines],
      keys: own.map(keyAnswer),
      calls: sum('calls'),
      errors: sum('errors'),
      lastUsedAt: lastUsed.length === 0 ? null : new Date(Math.max(...lastUsed)).toISOString(),
      createdAt: createdAt.toISOString(),
    }
  })
}

export async function clientAnswer(tx: TenantTransaction, id: string): Promise<ApiClient> {
  const [answer] = await clientAnswers(tx, [await requireClient(tx, id)])
  if (answer === undefined) throw new Error('The client is gone')
  return answer
}

export async function requireClient(tx: TenantTransaction, id: string): Promise<StoredClient> {
  const found = await findClient(tx, id)
  if (found === undefined) throw new CallError('API_CLIENT_NOT_FOUND', 'There is no such client')
  return found
}

/** Client names are unique. */
export function clientNameTaken(name: string): (error: unknown) => never {
  return (error) => {
    if (!isUniqueViolation(error, clientNameIndex)) throw error
    const message = `There is already a client with the name "${name}"`
    throw new CallError('API_CLIENT_ALREADY_EXISTS', message, [{ field: 'body.name', message }])
  }
}

/** Client fields that the audit trail records. */
export function auditedClient(
  client: Pick<StoredClient, 'name' | 'owner' | 'contact' | 'group' | 'requestsPerMinute'> & {
    readonly products: unknown
    readonly engines: unknown
  },
) {
  const { name, owner, contact, group, products, engines, requestsPerMinute } = client
  return { name, owner, contact, group, products, engines, requestsPerMinute }
}
