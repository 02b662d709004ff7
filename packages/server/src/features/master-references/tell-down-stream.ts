import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { type DownStreamEngine, downStreamEngines } from './engine-reference.store.ts'

/** Notifies open pages, and processes that cache versions, that engines downstream of a document may be out of date. */
export async function tellDownStream(
  tx: TenantTransaction,
  { events }: Pick<Services, 'events'>,
  documentId: string,
): Promise<readonly DownStreamEngine[]> {
  const engines = await downStreamEngines(tx, undefined, [documentId])
  for (const { engineId } of engines) await events.publish(tx, { type: 'engine.changed', id: engineId })
  return engines
}
