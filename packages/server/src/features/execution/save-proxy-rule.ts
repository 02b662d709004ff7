import { saveProxyRule } from '@sheetwright/contract/execution/save-proxy-rule.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { updateEngine } from '../engines/engine.store.ts'
import * as store from './proxy-rule.store.ts'
import { proxyRuleSubject, proxyRuleAnswer } from './proxy-rule-answer.ts'

export const saveProxyRuleHandler = handle(
  saveProxyRule,
  async ({ caller, body, services: { db, events }, correlationId }) => {
    try {
      return await db.inTenant(caller.tenantId, async (tx) => {
        const address = { product: body.ProductName, engine: body.ServiceName }
        const engine = await requireEngine(tx, caller, address, 'write')
        // Locks the engine: of two addresses saved at the same time, the later replaces the earlier.
        await updateEngine(tx, engine.id)
        const earlier = await store.findProxyRuleOf(tx, engine.id)
        const id = await store.saveProxyRule(tx, {
          engineId: engine.id,
          urlSuffix: body.UrlSuffix,
          createdBy: caller.userId,
        })
        await events.publish(tx, { type: 'engine.changed', id: engine.id })
        await recordAudit(tx, actorOf(caller, correlationId), {
          action: 'engine.proxy',
          ...proxyRuleSubject(engine),
          before: earlier === undefined ? null : { urlSuffix: earlier.urlSuffix },
          after: { urlSuffix: body.UrlSuffix },
        })
        return proxyRuleAnswer({ id, engineId: engine.id, urlSuffix: body.UrlSuffix }, engine, caller.tenantName)
      })
    } catch (error) {
      if (!isUniqueViolation(error, store.proxySuffixIndex)) throw error
      throw new CallError('PROXY_URL_ALREADY_EXISTS', `Another engine has the proxy address "${body.UrlSuffix}"`)
    }
  },
)
