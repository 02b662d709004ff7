import { deleteProxyRule, getProxyRule, saveProxyRule } from '@sheetwright/contract/execution/proxy-rules.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine, requireEngineById } from '../engines/engine.access.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import * as store from './proxy-rule.store.ts'

export const getProxyRuleHandler = handle(getProxyRule, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const rule = await store.findProxyRuleOf(tx, engine.id)
    if (rule === undefined) throw new CallError('PROXY_URL_NOT_FOUND', 'The engine has no proxy address')
    return shown(rule, engine, caller.tenantName)
  }),
)

export const saveProxyRuleHandler = handle(
  saveProxyRule,
  async ({ caller, body, services: { db, events }, correlationId }) => {
    try {
      return await db.inTenant(caller.tenantId, async (tx) => {
        const address = { product: body.ProductName, engine: body.ServiceName }
        const engine = await requireEngine(tx, caller, address, 'write')
        const earlier = await store.findProxyRuleOf(tx, engine.id)
        const id = await store.saveProxyRule(tx, {
          engineId: engine.id,
          urlSuffix: body.UrlSuffix,
          createdBy: caller.userId,
        })
        await events.publish(tx, { type: 'engine.changed', id: engine.id })
        await recordAudit(tx, actorOf(caller, correlationId), {
          action: 'engine.proxy',
          ...subjectOf(engine),
          before: earlier === undefined ? null : { urlSuffix: earlier.urlSuffix },
          after: { urlSuffix: body.UrlSuffix },
        })
        return shown({ id, engineId: engine.id, urlSuffix: body.UrlSuffix }, engine, caller.tenantName)
      })
    } catch (error) {
      if (!isUniqueViolation(error, store.proxySuffixIndex)) throw error
      throw new CallError('PROXY_URL_ALREADY_EXISTS', `Another engine has the proxy address "${body.UrlSuffix}"`)
    }
  },
)

export const deleteProxyRuleHandler = handle(
  deleteProxyRule,
  ({ caller, params, services: { db, events }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const rule = await store.findProxyRule(tx, params.rule)
      const missing = () => new CallError('PROXY_URL_NOT_FOUND', 'There is no such proxy address')
      if (rule === undefined) throw missing()
      const engine = await requireEngineById(tx, caller, rule.engineId, 'write').catch((error: unknown) => {
        throw error instanceof CallError && error.code === 'ENGINE_NOT_FOUND' ? missing() : error
      })
      await store.deleteProxyRule(tx, rule.id)
      await events.publish(tx, { type: 'engine.changed', id: rule.engineId })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'engine.proxy',
        ...subjectOf(engine),
        before: { urlSuffix: rule.urlSuffix },
        after: null,
      })
      return { id: rule.id }
    }),
)

function subjectOf({ id, serviceName }: StoredEngine) {
  return { entityType: 'engine', entityId: id, entityName: serviceName }
}

function shown({ id, urlSuffix }: store.StoredProxyRule, engine: StoredEngine, tenantName: string) {
  return {
    id,
    ProductName: engine.productName,
    ServiceName: engine.serviceName,
    UrlSuffix: urlSuffix,
    url: `/${tenantName}/api/v3/proxy/${encodeURIComponent(urlSuffix)}`,
  }
}
