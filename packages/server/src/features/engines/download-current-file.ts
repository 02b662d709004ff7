import { downloadCurrentFile } from '@sheetwright/contract/engines/download-current-file.ts'
import { handle } from '../../platform/http/handle.ts'
import { currentVersion } from './engine-detail.ts'
import { assertMayLeave, requireEngine } from './engine.access.ts'
import { serviceFile } from './service-file.ts'

export const downloadCurrentFileHandler = handle(downloadCurrentFile, async (context) => {
  const { caller, params, query, services } = context
  const found = await services.db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    assertMayLeave(engine)
    return { engine, version: await currentVersion(tx, engine) }
  })
  return serviceFile(services.files, caller.tenantId, found, query)
})
