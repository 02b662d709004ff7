import { downloadFileVersion } from '@sheetwright/contract/files/download-file-version.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { fileFor, viewerOf } from './entry.access.ts'
import { findContent } from './entry.store.ts'
import { storedContent } from './stored-content.ts'

export const downloadFileVersionHandler = handle(downloadFileVersion, async ({ caller, params, services }) => {
  const found = await services.db.inTenant(caller.tenantId, async (tx) => {
    const { id, name } = await fileFor(tx, viewerOf(caller), params.id)
    const content = await findContent(tx, id, params.version)
    if (content === undefined) throw new CallError('FILE_NOT_FOUND', `The file has no version ${params.version}`)
    return { name, ...content }
  })
  return storedContent(services, caller.tenantId, found)
})
