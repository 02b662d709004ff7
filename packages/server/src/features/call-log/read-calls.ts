import type { Database } from '../../platform/db/database.ts'
import { type CallFilter, callsAfter, type CallSize, type WholeCall, wholeCalls } from './call.store.ts'

const listedAtOnce = 500
/** Batches can be large. */
const mostBytes = 16_000_000

/** All calls that match, oldest first, read in parts: a log of years does not fit into memory at once. */
export async function* readCalls(db: Database, tenantId: string, filter: CallFilter): AsyncGenerator<WholeCall> {
  let last: CallSize | undefined
  for (;;) {
    const after = last
    const listed = await db.inTenant(tenantId, (tx) => callsAfter(tx, filter, after, listedAtOnce))
    for (const ids of partsOf(listed)) yield* await db.inTenant(tenantId, (tx) => wholeCalls(tx, ids))
    last = listed.at(-1)
    if (listed.length < listedAtOnce) return
  }
}

/** The ids of calls that are read together: as many as fit, at least one. */
export function partsOf(calls: readonly CallSize[]): string[][] {
  const parts: string[][] = []
  let bytes = 0
  for (const call of calls) {
    bytes += call.bytes
    const part = parts.at(-1)
    if (part !== undefined && bytes <= mostBytes) part.push(call.id)
    else {
      parts.push([call.id])
      bytes = call.bytes
    }
  }
  return parts
}
