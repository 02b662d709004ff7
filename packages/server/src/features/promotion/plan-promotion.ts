import { planPromotion } from '@sheetwright/contract/promotion/plan-promotion.ts'
import { downloadOriginal } from '@sheetwright/contract/engines/download-original.ts'
import { Readable } from 'node:stream'
import { handle } from '../../platform/http/handle.ts'
import { readBuild } from '../engines/engine-build.store.ts'
import { listVersions } from '../engines/engine-version.store.ts'
import { compareVersions, readVersion } from '../look-inside/compare-versions.access.ts'
import { requirePromotable } from './promoted.access.ts'
import { targetClient } from './target-client.ts'
import { foundThere, provenThere, runningOf, versionsThere } from './versions-there.ts'

const maxWorkbookBytes = 200 * 1024 * 1024

export const planPromotionHandler = handle(planPromotion, async ({ caller, params, body, services }) => {
  const { db, files, settings } = services
  const { tenantId } = caller
  const { engine, version, known } = await db.inTenant(tenantId, async (tx) => {
    const found = await requirePromotable(tx, caller, params)
    return { ...found, known: await listVersions(tx, found.engine.id, { withArchived: true }) }
  })
  const client = targetClient(body.target, settings.promotionHosts)
  const address = { product: engine.productName, engine: engine.serviceName }
  const running = runningOf(await versionsThere(client, address))
  const { verdict: proof } = (await readBuild(files, tenantId, version.buildHash)).parity
  if (running === undefined) return { action: 'promote' as const, proof, running: null, differences: null }
  const there = await provenThere(client, address, running)
  if (running.fileHash === version.fileHash) {
    return { action: 'nothing' as const, proof, running: there, differences: null }
  }
  // The version running there was usually promoted from here.
  const same = known.find(({ fileHash }) => fileHash === running.fileHash)
  const before = same === undefined ? { fileHash: await workbookThere() } : await readVersion(services, tenantId, same)
  const differences = {
    ...(await compareVersions(services, tenantId, before, await readVersion(services, tenantId, version))),
    before: { id: running.id, revision: running.revision },
    after: { id: version.id, revision: version.revision },
  }
  return { action: 'promote' as const, proof, running: there, differences }

  async function workbookThere(): Promise<string> {
    const { blob } = await foundThere(
      client.call(downloadOriginal, { params: { ...address, version: running?.id ?? '' } }),
    )
    const content = Readable.from([Buffer.from(await blob.arrayBuffer())])
    return (await files.put(tenantId, content, { maxBytes: maxWorkbookBytes })).hash
  }
})
