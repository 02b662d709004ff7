import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { engineOrder, idEndsWith, isForAssistants, isNamedLike } from '../engines/engine-filter.store.ts'
import { listEngines, type StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { toolNameOf } from './engine-tool.ts'

export type Asking = UserIdentity | KeyIdentity

/** A running engine that its author offers to assistants and this caller may execute. */
export interface OfferedEngine extends StoredEngine {
  readonly version: StoredVersion
}

interface OfferedPage {
  readonly page: number
  readonly pageSize: number
  /** Part of the name of the engine or of its product. */
  readonly words?: string
  /** The end of the engine's id. */
  readonly idEnd?: string
}

export async function offeredEngines(
  tx: TenantTransaction,
  caller: Asking,
  { page, pageSize, words, idEnd }: OfferedPage,
): Promise<{ items: OfferedEngine[]; hasMore: boolean }> {
  const filters = [
    isForAssistants(),
    words === undefined || words === '' ? undefined : isNamedLike(words),
    idEnd === undefined ? undefined : idEndsWith(idEnd),
  ]
  const { items, count } = await listEngines(tx, caller, { page, pageSize, order: engineOrder('name'), filters })
  return { items: items.filter(runs), hasMore: page * pageSize < count }
}

/** The engine behind a tool. An engine that is not offered does not exist for the caller. */
export async function requireTool(tx: TenantTransaction, caller: Asking, name: string): Promise<OfferedEngine> {
  const isToolName = /^[a-z0-9_]{14,60}$/.test(name)
  const { items } = isToolName
    ? await offeredEngines(tx, caller, { page: 1, pageSize: 10, idEnd: name.slice(-12) })
    : { items: [] }
  const found = items.find((engine) => toolNameOf(engine) === name)
  if (found === undefined) throw new CallError('ENGINE_NOT_FOUND', `There is no tool "${name}"`)
  return found
}

function runs(engine: StoredEngine): engine is OfferedEngine {
  return engine.version?.state === 'Active'
}
