import { copyEntry } from '@sheetwright/contract/files/copy-entry.ts'
import { extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import { mostLevels } from '@sheetwright/contract/files/file-entry.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { entryFor, folderFor, notAllowed, shownEntry, viewerOf } from './entry.access.ts'
import { entriesWithin, findByName, isWithin } from './entry.store.ts'
import { holdFolder, insertFile, insertFolder } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'

/** The most entries copied at once: one transaction should not hold more. Download and upload larger folders. */
const mostCopied = 10_000

export const copyEntryHandler = handle(copyEntry, ({ caller, params, body, services, correlationId }) => {
  const viewer = viewerOf(caller)
  return withUniqueName(body.name ?? '', () =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const source = await entryFor(tx, viewer, params.id)
      const { entry: target, parents } = await folderFor(tx, viewer, body.folderId)
      if (target !== undefined && !(await holdFolder(tx, target.id))) {
        throw new CallError('FOLDER_NOT_FOUND', 'The folder is gone')
      }
      if (target !== undefined && source.kind === 'folder' && (await isWithin(tx, target.id, source.id))) {
        throw notAllowed('A folder cannot be copied into itself')
      }
      if (source.kind === 'file' && body.name !== undefined && extensionOf(body.name) !== extensionOf(source.name)) {
        throw new CallError('INVALID_FILE_TYPE', 'A copy keeps the extension', [
          { field: 'body.name', message: 'has another extension', allowed: extensionOf(source.name) },
        ])
      }
      const all = await entriesWithin(tx, viewer, source.id)
      if (all.length > mostCopied) {
        throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', `At most ${mostCopied} folders and files are copied at once`)
      }
      if (all.some(({ path }) => parents.length + 1 + path.split('/').length > mostLevels)) {
        throw notAllowed(`Folders go ${mostLevels} levels deep at most`)
      }
      const copies = new Map<string, string | null>()
      for (const each of all) {
        const isTop = each.id === source.id
        const parentId = isTop ? (target?.id ?? null) : (copies.get(each.parentId ?? '') ?? null)
        const name = isTop ? (body.name ?? (await freeName(tx, parentId, each.name))) : each.name
        const entry = {
          parentId,
          name,
          metadata: each.metadata,
          privacyLevel: each.privacyLevel,
          userGroups: each.userGroups,
          userIds: each.userIds,
          ownerId: caller.userId,
        }
        const content = { hash: each.hash, size: each.size, uploadedBy: caller.userId }
        copies.set(
          each.id,
          each.kind === 'folder' ? await insertFolder(tx, entry) : await insertFile(tx, entry, content),
        )
      }
      const copy = await entryFor(tx, viewer, copies.get(source.id) ?? '')
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        { action: `${source.kind}.copy`, entry: copy, before: { path: source.path }, after: { path: copy.path } },
      )
      return shownEntry(copy)
    }),
  )
})

/** The name, or the name with the lowest number that is free in the folder. */
async function freeName(tx: TenantTransaction, parentId: string | null, name: string): Promise<string> {
  const extension = extensionOf(name)
  const stem = name.slice(0, name.length - extension.length)
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${stem} (${number})${name.slice(stem.length)}`
    if ((await findByName(tx, parentId, tried)) === undefined) return tried
  }
}
