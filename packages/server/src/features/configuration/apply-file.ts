import type { ConfigurationChange, ConfigurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { type Actor, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import {
  insertChange,
  lockConfiguration,
  markUndone,
  readChanges,
  type StoredChange,
} from './configuration-change.store.ts'
import { differencesOf } from './configuration-differences.ts'
import { currentConfiguration } from './current-configuration.ts'
import { writeConfiguration } from './write-configuration.ts'

/** Applies a file and stores the configuration before it. */
export async function applyFile(
  tx: TenantTransaction,
  actor: Actor,
  file: ConfigurationFile,
): Promise<ConfigurationChange> {
  await lockConfiguration(tx)
  const before = await currentConfiguration(tx)
  await writeConfiguration(tx, file, { clearOtherGroups: false })
  const after = await currentConfiguration(tx)
  const change = await insertChange(tx, { before, after, appliedBy: actor.name })
  await record(tx, actor, 'configuration.apply', change)
  return changeAnswer(change, true)
}

/** Undoes the latest file, unless the configuration changed since. */
export async function undoFile(tx: TenantTransaction, actor: Actor, id: string): Promise<ConfigurationChange> {
  await lockConfiguration(tx)
  const changes = await readChanges(tx, mostChanges)
  const [latest] = changes
  const change = changes.find((each) => each.id === id)
  if (change === undefined) throw new CallError('CONFIGURATION_CHANGE_NOT_FOUND', 'There is no such change')
  if (change.id !== latest?.id || change.undoneAt !== null) {
    throw new CallError('CONFLICT', 'Only the latest applied file can be taken back, once')
  }
  const since = differencesOf(change.after, await currentConfiguration(tx))
  if (since.length > 0) {
    const paths = since.slice(0, 5).map(({ path }) => path)
    throw new CallError('CONFLICT', `Something was configured since the file was applied: ${paths.join(', ')}`)
  }
  await writeConfiguration(tx, change.before, { clearOtherGroups: true })
  const undone = await markUndone(tx, change.id)
  await record(tx, actor, 'configuration.undo', change)
  return changeAnswer(undone ?? change, false)
}

export const mostChanges = 20

export function changeAnswer(
  { id, before, after, appliedBy, appliedAt, undoneAt }: StoredChange,
  isLatest: boolean,
): ConfigurationChange {
  return {
    id,
    appliedBy,
    appliedAt: appliedAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    differences: differencesOf(before, after),
    mayUndo: isLatest && undoneAt === null,
  }
}

function record(tx: TenantTransaction, actor: Actor, action: string, { id, before, after }: StoredChange) {
  const differences = differencesOf(before, after)
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(differences.map((difference) => [difference.path, difference[of]]))
  const [was, is] = action === 'configuration.apply' ? [side('before'), side('after')] : [side('after'), side('before')]
  return recordAudit(tx, actor, {
    action,
    entityType: 'configuration',
    entityId: id,
    entityName: 'configuration.json',
    before: was,
    after: is,
  })
}
