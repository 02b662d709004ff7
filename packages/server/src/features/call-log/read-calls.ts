import type { Database } from '../../platform/db/database.ts'
import { type CallFilter, callsAfter, type WholeCall } from './call.store.ts'

/** All calls that match, oldest first, read in parts: a log of years does not fit into memory at once. */
export async function* readCalls(db: Database, tenantId: string, filter: CallFilter): AsyncGenerator<WholeCall> {
  let last: WholeCall | undefined
  do {
    const after = last
    const calls = await db.inTenant(tenantId, (tx) => callsAfter(tx, filter, after))
    yield* calls
    last = calls.at(-1)
  } while (last !== undefined)
}
