import { type Actor, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { filesRootId } from '@sheetwright/contract/files/file-entry.ts'

interface EntryChange {
  readonly action:
    | 'file.add'
    | 'file.version'
    | 'file.update'
    | 'file.copy'
    | 'file.delete'
    | 'file.undelete'
    | 'folder.add'
    | 'folder.update'
    | 'folder.copy'
    | 'folder.delete'
    | 'folder.undelete'
    | 'folder.unpack'
  readonly entry: { readonly id: string; readonly name: string }
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Records a change of a folder or file and notifies open pages. Call it last in the transaction. */
export async function noteChange(
  tx: TenantTransaction,
  { actor, events }: { readonly actor: Actor; readonly events: Events },
  { action, entry, before, after }: EntryChange,
): Promise<void> {
  await events.publish(tx, { type: 'file.changed', id: filesRootId })
  await recordAudit(tx, actor, {
    action,
    entityType: action.startsWith('file.') ? 'file' : 'folder',
    entityId: entry.id,
    entityName: entry.name,
    before: before ?? null,
    after: after ?? null,
  })
}
