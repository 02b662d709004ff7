import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const listPromotionHosts = defineCall({
  id: 'promotion.listPromotionHosts',
  method: 'GET',
  path: '/api/v1/promotion/hosts',
  summary: 'The hosts that this installation lets versions be promoted to.',
  caller: 'user',
  output: data(z.array(z.string())),
  errors: [],
})
