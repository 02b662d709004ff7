import { versionState } from '@sheetwright/contract/engines/engine.ts'
import { rollBack } from '@sheetwright/contract/engines/roll-back.ts'
import { rollBackPromotion } from '@sheetwright/contract/promotion/roll-back-promotion.ts'
import { z } from 'zod'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { targetClient } from './target-client.ts'
import { foundThere, provenThere, toldAs } from './versions-there.ts'

const toldVersion = z.object({ id: z.uuid(), revision: z.string(), state: versionState })

export const rollBackPromotionHandler = handle(
  rollBackPromotion,
  async ({ caller, params, body, services: { db, settings }, correlationId }) => {
    const engine = await db.inTenant(caller.tenantId, (tx) => requireEngine(tx, caller, params, 'write'))
    const client = targetClient(body.target, settings.promotionHosts)
    const address = { product: engine.productName, engine: engine.serviceName }
    const again = toldAs(
      toldVersion,
      await foundThere(client.call(rollBack, { params: { ...address, version: body.version } })),
    )
    const there = await provenThere(client, address, again)
    await db.inTenant(caller.tenantId, (tx) =>
      recordAudit(tx, actorOf(caller, correlationId), {
        action: 'engine.promoteBack',
        entityType: 'engine',
        entityId: engine.id,
        entityName: engine.serviceName,
        before: null,
        after: {
          runsAgain: there.revision,
          installation: new URL(body.target.url).origin,
          tenant: body.target.tenant,
        },
      }),
    )
    return there
  },
)
