import { getProxyRule } from '@sheetwright/contract/execution/get-proxy-rule.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import * as store from './proxy-rule.store.ts'
import { proxyRuleAnswer } from './proxy-rule-answer.ts'

export const getProxyRuleHandler = handle(getProxyRule, ({ caller, params, query, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const rule = await store.findProxyRuleOf(tx, engine.id)
    if (rule === undefined && query.orNull === 'true') return null
    if (rule === undefined) throw new CallError('PROXY_URL_NOT_FOUND', 'The engine has no proxy address')
    return proxyRuleAnswer(rule, engine, caller.tenantName)
  }),
)
