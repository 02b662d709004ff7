import { restoreFileVersion } from '@sheetwright/contract/files/restore-file-version.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { fileFor, shownFile, viewerOf } from './entry.access.ts'
import { findContent } from './entry.store.ts'
import { insertVersion } from './entry-changes.store.ts'
import { noteChange } from './entry-audit.ts'

export const restoreFileVersionHandler = handle(restoreFileVersion, ({ caller, params, services, correlationId }) => {
  const viewer = viewerOf(caller)
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await fileFor(tx, viewer, params.id)
    const content = await findContent(tx, id, params.version)
    if (content === undefined) throw new CallError('FILE_NOT_FOUND', `The file has no version ${params.version}`)
    await insertVersion(tx, id, { ...content, uploadedBy: caller.userId, restoredFrom: params.version })
    const entry = await fileFor(tx, viewer, id)
    await noteChange(
      tx,
      { actor: actorOf(caller, correlationId), events: services.events },
      { action: 'file.version', entry, after: { version: entry.version, restoredFrom: params.version } },
    )
    return shownFile(entry)
  })
})
