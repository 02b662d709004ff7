import { downloadEngine } from '@sheetwright/contract/engines/download-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { enginePackage } from './engine-package.ts'
import { versionOf } from './require-version.ts'

export const downloadEngineHandler = handle(downloadEngine, async ({ caller, params, services: { db, files } }) => {
  const found = await db.inTenant(caller.tenantId, (tx) => versionOf(tx, caller, params))
  return enginePackage(files, caller.tenantId, found)
})
