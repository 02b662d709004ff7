import { downloadLinkedFile } from '@sheetwright/contract/files/download-linked-file.ts'
import { handle } from '../../platform/http/handle.ts'
import { countResults } from '../../platform/identity/visitors.store.ts'
import { linkedFile } from './linked-file.ts'
import { storedContent } from './stored-content.ts'

export const downloadLinkedFileHandler = handle(downloadLinkedFile, async ({ caller, params, services, header }) => {
  const file = await services.db.inTenant(caller.tenantId, async (tx) => {
    const found = await linkedFile(tx, caller, params.linkId)
    // Later ranges of the same download are not counted again.
    const isFirstPart = /^bytes=(?!0-)/.exec(header('range') ?? '') === null
    if (caller.kind === 'fileVisitor' && isFirstPart) await countResults(tx, params.linkId, 1)
    return found
  })
  return storedContent(services, caller.tenantId, file)
})
