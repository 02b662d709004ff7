import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import type { CallFilter } from './call.store.ts'

/** The calls of an engine that a caller may see: editors see all, others see their own. */
export function callsFor(caller: CallerIdentity, { access }: Pick<StoredEngine, 'access'>): CallFilter['madeBy'] {
  if (access !== 'view') return undefined
  if (caller.kind === 'user') return { kind: 'user', id: caller.userId }
  if (caller.kind === 'key') return { kind: 'key', id: caller.keyId }
  return caller.kind === 'visitor' ? { kind: 'visitor', id: caller.visitorId } : { kind: 'anyone', id: null }
}
