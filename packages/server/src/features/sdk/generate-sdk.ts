import { generateSdk } from '@sheetwright/contract/sdk/generate-sdk.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine, requireVersion } from '../engines/engine.access.ts'
import { beginPackage } from './begin-package.ts'

export const generateSdkHandler = handle(generateSdk, ({ caller, params, body: { kind }, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const version = await requireVersion(tx, engine, params.version)
    return beginPackage(tx, services, caller, { engine, version, kind })
  }),
)
