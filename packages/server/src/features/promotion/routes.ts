import type { Handler } from '../../platform/http/handle.ts'
import { followPromotionHandler } from './follow-promotion.ts'
import { listPromotionHostsHandler } from './list-promotion-hosts.ts'
import { planPromotionHandler } from './plan-promotion.ts'
import { rollBackPromotionHandler } from './roll-back-promotion.ts'
import { sendPromotionHandler } from './send-promotion.ts'

export const promotionRoutes: readonly Handler[] = [
  listPromotionHostsHandler,
  planPromotionHandler,
  sendPromotionHandler,
  followPromotionHandler,
  rollBackPromotionHandler,
]
