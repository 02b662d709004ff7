import { getFolder } from '@sheetwright/contract/files/get-folder.ts'
import { handle } from '../../platform/http/handle.ts'
import { folderFor, shownFolder, viewerOf } from './entry.access.ts'

export const getFolderHandler = handle(getFolder, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => shownFolder(await folderFor(tx, viewerOf(caller), params.id))),
)
