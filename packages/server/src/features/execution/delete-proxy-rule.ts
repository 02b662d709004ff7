import { deleteProxyRule } from '@sheetwright/contract/execution/delete-proxy-rule.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import * as store from './proxy-rule.store.ts'
import { proxyRuleSubject } from './proxy-rule-answer.ts'

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
        ...proxyRuleSubject(engine),
        before: { urlSuffix: rule.urlSuffix },
        after: null,
      })
      return { id: rule.id }
    }),
)
