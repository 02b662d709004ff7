import { buffer } from 'node:stream/consumers'
import { importServices } from '@sheetwright/contract/products/zip/import-services.ts'
import { sendPromotion } from '@sheetwright/contract/promotion/send-promotion.ts'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { findJobFile } from '../jobs/job-file.store.ts'
import { findTransfer } from '../products/zip/service-transfer.store.ts'
import { requirePromotable } from './promoted.access.ts'
import { targetClient } from './target-client.ts'
import { foundThere, toldAs, versionsThere } from './versions-there.ts'

export const sendPromotionHandler = handle(sendPromotion, async ({ caller, params, body, services, correlationId }) => {
  const { db, files, settings } = services
  const { tenantId } = caller
  const { engine, version, file } = await db.inTenant(tenantId, async (tx) => {
    const found = await requirePromotable(tx, caller, params)
    const transfer = await findTransfer(tx, 'export', body.export)
    const isOwn = transfer?.ownerKind === 'user' && transfer.ownerId === caller.userId
    const holds = transfer?.moved.some(({ versions }) => versions.some(({ id }) => id === found.version.id))
    const job = transfer?.jobs[0]
    const exported = isOwn && holds && job !== undefined ? await findJobFile(tx, job) : undefined
    if (exported === undefined) {
      const message = 'There is no such export of this version'
      const allowed = 'a completed export that you made'
      throw new CallError('INVALID_INPUT', message, [{ field: 'body.export', message, allowed }])
    }
    return { ...found, file: exported }
  })
  const client = targetClient(body.target, settings.promotionHosts)
  const address = { product: engine.productName, engine: engine.serviceName }
  // An import skips existing versions, which would then not run.
  const present = (await versionsThere(client, address)).find(({ fileHash }) => fileHash === version.fileHash)
  if (present !== undefined) {
    throw new CallError('PROMOTION_FAILED', `The other installation has this workbook already, as ${present.revision}`)
  }
  const content = new Blob([await buffer(await files.open(tenantId, file.hash))], { type: 'application/zip' })
  const entity = { services_existing: 'add_version', source_system: settings.origin, correlation_id: correlationId }
  const started = await foundThere(
    client.call(importServices, {
      params: { tenant: body.target.tenant },
      body: { importRequestEntity: JSON.stringify(entity) },
      files: { file: { content, fileName: 'promotion.zip' } },
    }),
  )
  const { id } = toldAs(z.object({ id: z.uuid() }), started)
  const { origin } = new URL(body.target.url)
  await db.inTenant(tenantId, (tx) =>
    recordAudit(tx, actorOf(caller, correlationId), {
      action: 'engine.promote',
      entityType: 'engine',
      entityId: engine.id,
      entityName: engine.serviceName,
      before: null,
      after: { revision: version.revision, installation: origin, tenant: body.target.tenant },
    }),
  )
  return { import: id }
})
