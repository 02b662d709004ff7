import { importServices } from '@sheetwright/contract/products/zip/import-services.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import type { ProductManifest } from '@sheetwright/contract/products/zip/manifest.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { type CallContext, handle } from '../../../platform/http/handle.ts'
import { personBehind } from '../../api-keys/api-key.access.ts'
import { engineIdOf } from '../../engines/engine.store.ts'
import { saveJobFile } from '../../jobs/job-file.store.ts'
import { managesProduct, targetOf } from './import-target.access.ts'
import { uploadFolder } from './import-product.job.ts'
import { openProductZip } from './open-product-zip.ts'
import { partsOfServiceUri } from '../../execution/service-uri.access.ts'
import { isSame, type SelectedService, selectServices } from './select-services.ts'
import { type MovedService, insertTransfer } from './service-transfer.store.ts'
import { moverOf, startedAnswer } from './service-transfer.ts'

type Request = CallContext<typeof importServices>['body']['importRequestEntity']

export const importServicesHandler = handle(importServices, async (context) => {
  const { caller, body, files: uploads, services, correlationId } = context
  const { tenantId } = caller
  const request = body.importRequestEntity
  const { hash, size, fileName } = uploads.file
  const { manifest } = await openProductZip(services.files, tenantId, { hash, size })
  const byFolder = Map.groupBy(wanted(manifest, request), ({ folder }) => folder)
  return services.db.inTenant(tenantId, async (tx) => {
    const userId = await personBehind(tx, caller)
    const jobs: string[] = []
    const moved: MovedService[] = []
    for (const [folder, chosen] of byFolder) {
      const selected = selectServices(manifest, chosen)
      const productId = (await targetOf(tx, caller, folder, selected)) ?? null
      for (const { to } of chosen) {
        const isThere = productId !== null && (await engineIdOf(tx, productId, to)) !== undefined
        if (!isThere || (request.services_existing ?? 'abort') !== 'abort') continue
        throw new CallError('ENGINE_EXISTS_ALREADY', `There is already a service "${to}" in "${folder}"`)
      }
      const jobId = await services.jobs.enqueue(tx, uploadFolder, userId, {
        Name: folder,
        productId,
        zip: { hash, size },
        onConflict: 'replace',
        services: chosen.map(({ from, to, upgrade }) => ({ from, to, ...(upgrade === undefined ? {} : { upgrade }) })),
        groups: [...caller.groups],
        mayManage: productId !== null && (await managesProduct(tx, caller, productId)),
        actorName: caller.kind === 'user' ? caller.displayName : `API key ${caller.keyName}`,
        correlationId,
      })
      await saveJobFile(tx, jobId, { hash, fileName })
      jobs.push(jobId)
      for (const { from, to } of chosen) {
        moved.push({
          from: { folder: manifest.product.name, service: from },
          to: { folder, service: to },
          serviceId: null,
          versions: [],
        })
      }
    }
    const id = await insertTransfer(tx, {
      kind: 'import',
      ...moverOf(caller),
      jobs,
      sourceSystem: request.source_system ?? '',
      correlationId: request.correlation_id || correlationId,
      moved,
    })
    return startedAnswer(services.settings.origin, caller, 'import', id)
  })
})

/** The services to import, each with its target folder: the named ones, else all. */
function wanted(manifest: ProductManifest, { inputs }: Request): (SelectedService & { readonly folder: string })[] {
  const folder = manifest.product.name
  const named = inputs?.services_modify ?? []
  if (named.length === 0) {
    if (manifest.engines.length === 0) throw new CallError('ENGINE_NOT_FOUND', 'The zip has no service')
    return manifest.engines.map(({ serviceName }) => ({ folder, from: serviceName, to: serviceName }))
  }
  return named.map(({ service_uri_source, service_uri_destination, update_version_type: upgrade }) => {
    const source = partsOf(service_uri_source)
    const engine = manifest.engines.find(({ serviceName }) => isSame(serviceName, source.service))
    if (engine === undefined || !isSame(source.folder, folder)) {
      throw new CallError('ENGINE_NOT_FOUND', `The zip has no service "${service_uri_source}"`)
    }
    const to = partsOf(service_uri_destination ?? service_uri_source)
    return { folder: to.folder, from: engine.serviceName, to: to.service, upgrade }
  })
}

function partsOf(uri: string): { readonly folder: string; readonly service: string } {
  const named = partsOfServiceUri(uri)
  const isName = (text: string) => entityName.safeParse(text).success
  if (named !== undefined && isName(named.folder) && isName(named.service)) return named
  throw new CallError('INVALID_INPUT', `"${uri}" names no service`, [
    {
      field: 'body.importRequestEntity.inputs.services_modify',
      message: 'names no service',
      allowed: 'folder/service',
    },
  ])
}
