import { getPromotion } from '@sheetwright/contract/engines/get-promotion.ts'
import { getServicesImport } from '@sheetwright/contract/products/zip/get-services-import.ts'
import { followPromotion } from '@sheetwright/contract/promotion/follow-promotion.ts'
import { z } from 'zod'
import { handle } from '../../platform/http/handle.ts'
import { readBuild } from '../engines/engine-build.store.ts'
import { requirePromotable } from './promoted.access.ts'
import { targetClient } from './target-client.ts'
import { foundThere, provenThere, toldAs, versionsThere } from './versions-there.ts'

const toldImport = z.object({
  status: z.string(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
})

export const followPromotionHandler = handle(followPromotion, async ({ caller, params, body, services }) => {
  const { db, files, settings } = services
  const { tenantId } = caller
  const { engine, version } = await db.inTenant(tenantId, (tx) => requirePromotable(tx, caller, params))
  const client = targetClient(body.target, settings.promotionHosts)
  const { verdict: proof } = (await readBuild(files, tenantId, version.buildHash)).parity
  const state = toldAs(
    toldImport,
    await foundThere(client.call(getServicesImport, { params: { tenant: body.target.tenant, import: body.import } })),
  )
  const none = { problem: null, proof, made: null, approvals: 0 }
  if (state.status === 'closed') {
    const problem = state.errors?.map(({ message }) => message).join(' ') || 'The import failed there'
    return { ...none, status: 'failed' as const, problem }
  }
  if (state.status !== 'completed') return { ...none, status: 'running' as const }
  const address = { product: engine.productName, engine: engine.serviceName }
  // The answer lists all versions of the engine there: the promoted one has the same workbook.
  const found = (await versionsThere(client, address)).find(({ fileHash }) => fileHash === version.fileHash)
  if (found === undefined) return { ...none, status: 'failed' as const, problem: 'The import made no version there' }
  const there = await provenThere(client, address, found)
  const told = await foundThere(client.call(getPromotion, { params: { ...address, version: found.id } }))
  const { approvals } = toldAs(z.object({ approvals: z.array(z.unknown()) }).nullable(), told) ?? { approvals: [] }
  return { ...none, status: 'done' as const, made: there, approvals: approvals.length }
})
