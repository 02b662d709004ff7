import { exportServices } from '@sheetwright/contract/products/zip/export-services.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { handle } from '../../../platform/http/handle.ts'
import { personBehind } from '../../api-keys/api-key.access.ts'
import { requireEngine, requireEngineById } from '../../engines/engine.access.ts'
import { type StoredEngine, wholeEngines } from '../../engines/engine.store.ts'
import { engineOfVersion, findVersion, listVersions } from '../../engines/engine-version.store.ts'
import { assertMay, readerOf } from '../product.access.ts'
import { existingProduct } from '../product-failures.ts'
import { partsOfServiceUri } from '../../execution/service-uri.access.ts'
import { downloadFolder } from './export-product.job.ts'
import { type MovedService, insertTransfer } from './service-transfer.store.ts'
import { type Mover, moverOf, startedAnswer } from './service-transfer.ts'

interface Chosen {
  readonly productId: string
  readonly folder: string
  /** Everything in the folder, including documents. */
  whole: boolean
  readonly services: MovedService[]
}

export const exportServicesHandler = handle(exportServices, ({ caller, body, services, correlationId }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const { folders, services: uris, version_ids: versionIds } = body.inputs
    const isAll = body.version_filter?.toLowerCase() === 'all'
    const chosen = new Map<string, Chosen>()
    for (const folder of folders ?? []) await addFolder(tx, caller, chosen, folder)
    for (const uri of uris ?? []) await addService(tx, caller, chosen, uri, isAll)
    for (const id of versionIds ?? []) await addVersion(tx, caller, chosen, id)
    if (chosen.size === 0) {
      throw new CallError('INVALID_INPUT', 'The request names nothing to export', [
        { field: 'body.inputs', message: 'is empty', allowed: 'folders, services or version_ids' },
      ])
    }
    const userId = await personBehind(tx, caller)
    const jobs: string[] = []
    for (const { productId, folder, whole, services: moved } of chosen.values()) {
      const versions = moved.flatMap(({ versions: each }) => each.map(({ id }) => id))
      const data = { Name: folder, productId, ...(whole ? {} : { versionIds: versions }) }
      jobs.push(await services.jobs.enqueue(tx, downloadFolder, userId, data))
    }
    const id = await insertTransfer(tx, {
      kind: 'export',
      ...moverOf(caller),
      jobs,
      sourceSystem: body.source_system ?? '',
      correlationId: body.correlation_id || correlationId,
      moved: [...chosen.values()].flatMap(({ services: moved }) => moved),
    })
    return startedAnswer(services.settings.origin, caller, 'export', id)
  }),
)

async function addFolder(tx: TenantTransaction, caller: Mover, chosen: Map<string, Chosen>, folder: string) {
  const product = await existingProduct(tx, readerOf(caller), folder)
  assertMay('edit', product)
  const moved: MovedService[] = []
  for (const { id, serviceName } of await wholeEngines(tx, product.id)) {
    const name = { folder: product.name, service: serviceName }
    const versions = (await listVersions(tx, id, { withArchived: true })).map((each) => ({
      id: each.id,
      revision: each.revision,
    }))
    moved.push({ from: name, to: name, serviceId: id, versions })
  }
  chosen.set(product.id, { productId: product.id, folder: product.name, whole: true, services: moved })
}

async function addService(
  tx: TenantTransaction,
  caller: Mover,
  chosen: Map<string, Chosen>,
  uri: string,
  isAll: boolean,
) {
  const named = partsOfServiceUri(uri)
  if (named === undefined) {
    throw new CallError('INVALID_INPUT', `"${uri}" names no service`, [
      { field: 'body.inputs.services', message: 'names no service', allowed: 'folder/service, folder/service[1.2.3]' },
    ])
  }
  const { folder: product, service, revision } = named
  const engine = await requireEngine(tx, caller, { product, engine: service }, 'write')
  const all = await listVersions(tx, engine.id, { withArchived: true })
  const wanted = revision
    ? all.filter((version) => version.revision === revision)
    : isAll
      ? all
      : all.filter(({ id }) => id === (engine.version ?? all[0])?.id)
  if (wanted.length === 0)
    throw new CallError('ENGINE_VERSION_NOT_FOUND', `The service has no version ${revision ?? ''}`)
  add(chosen, engine, wanted)
}

async function addVersion(tx: TenantTransaction, caller: Mover, chosen: Map<string, Chosen>, id: string) {
  const missing = () => new CallError('ENGINE_VERSION_NOT_FOUND', `There is no version ${id}`)
  const owner = await engineOfVersion(tx, id)
  if (owner === undefined) throw missing()
  const engine = await requireEngineById(tx, caller, owner.engineId, 'write')
  const version = await findVersion(tx, engine.id, id)
  if (version === undefined) throw missing()
  add(chosen, engine, [version])
}

function add(
  chosen: Map<string, Chosen>,
  engine: StoredEngine,
  versions: readonly { id: string; revision: string }[],
): void {
  const { productId, productName: folder } = engine
  const folderOf = chosen.get(productId) ?? { productId, folder, whole: false, services: [] }
  chosen.set(productId, folderOf)
  if (folderOf.whole) return
  const name = { folder, service: engine.serviceName }
  const kept = versions.map(({ id, revision }) => ({ id, revision }))
  folderOf.services.push({ from: name, to: name, serviceId: engine.id, versions: kept })
}
