import { listPromotionHosts } from '@sheetwright/contract/promotion/list-promotion-hosts.ts'
import { handle } from '../../platform/http/handle.ts'

export const listPromotionHostsHandler = handle(listPromotionHosts, ({ services: { settings } }) =>
  Promise.resolve([...settings.promotionHosts]),
)
