import { saveFile } from '@sheetwright/contract/files/save-file.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { fileFor, folderFor, shownFile, viewerOf } from './entry.access.ts'
import { noteChange } from './entry-audit.ts'
import { withUniqueName } from './entry-failures.ts'
import { assertContent, assertKnownType, checkedName, keepFile } from './keep-file.ts'
import { assertSize } from './upload-limits.ts'

export const saveFileHandler = handle(saveFile, async ({ caller, body, files: sent, services, correlationId }) => {
  const { hash, size } = sent.File
  const viewer = viewerOf(caller)
  const name = checkedName(sent.File.fileName, 'body.File')
  assertKnownType(name)
  assertSize(size, services.settings.maxUploadMegabytes)
  // Check permissions first: content from a caller who may not add it is never read.
  await services.db.inTenant(caller.tenantId, (tx) => folderFor(tx, viewer, body.FolderId))
  await assertContent(services.files, caller.tenantId, { name, hash, size })
  return withUniqueName(name, () =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const { id, version } = await keepFile(
        tx,
        viewer,
        { folderId: body.FolderId, path: body.Path },
        { name, hash, size },
        { metadata: body.Metadata, privacyLevel: body.PrivacyLevel, userGroups: body.UserGroups },
      )
      const entry = await fileFor(tx, viewer, id)
      await noteChange(
        tx,
        { actor: actorOf(caller, correlationId), events: services.events },
        {
          action: version === 1 ? 'file.add' : 'file.version',
          entry,
          after: { path: entry.path, version, hash, size },
        },
      )
      return shownFile(entry)
    }),
  )
})
