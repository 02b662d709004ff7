import type { StoredEngine } from '../engines/engine.store.ts'
import type * as store from './proxy-rule.store.ts'

export function proxyRuleSubject({ id, serviceName }: StoredEngine) {
  return { entityType: 'engine', entityId: id, entityName: serviceName }
}

export function proxyRuleAnswer({ id, urlSuffix }: store.StoredProxyRule, engine: StoredEngine, tenantName: string) {
  return {
    id,
    ProductName: engine.productName,
    ServiceName: engine.serviceName,
    UrlSuffix: urlSuffix,
    url: `/${tenantName}/api/v3/proxy/${encodeURIComponent(urlSuffix)}`,
  }
}
