import { withDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readBuild, renamedInterface } from './engine-build.store.ts'
import { publishedFields } from '../master-api/master-api.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import type { EngineAddress } from './engine.store.ts'
import type { DescribedEngine } from './open-api-of-engine.ts'

/** Everything that documents about one version of an engine contain. */
export async function describedEngine(
  tx: TenantTransaction,
  { files, settings }: Services,
  caller: Exclude<CallerIdentity, { kind: 'anyone' }>,
  address: EngineAddress & { readonly version: string },
): Promise<DescribedEngine> {
  const engine = await requireEngine(tx, caller, address, 'read')
  const version = await requireVersion(tx, engine, address.version)
  const build = await readBuild(files, tx.tenantId, version.buildHash)
  const fields = await publishedFields(tx, engine.productId)
  return {
    origin: settings.origin,
    tenant: caller.tenantName,
    productName: engine.productName,
    serviceName: engine.serviceName,
    revision: version.revision,
    versionId: version.id,
    releaseNote: version.releaseNote,
    interface: withDefinition(fields, renamedInterface(build.publicInterface, version.portNames)),
    results: build.defaultsResults,
  }
}
