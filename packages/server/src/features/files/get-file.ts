import { getFile } from '@sheetwright/contract/files/get-file.ts'
import { handle } from '../../platform/http/handle.ts'
import { fileFor, shownFile, viewerOf } from './entry.access.ts'
import { listVersions } from './entry.store.ts'

export const getFileHandler = handle(getFile, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const entry = await fileFor(tx, viewerOf(caller), params.id)
    return { file: shownFile(entry), versions: await listVersions(tx, entry.id) }
  }),
)
