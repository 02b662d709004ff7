import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { promotionErrors, promotionTarget, promotionVerdict, versionThere } from './target.ts'

const promotionProgress = z
  .object({
    status: z.enum(['running', 'done', 'failed']),
    problem: z.string().nullable(),
    proof: promotionVerdict.describe('Of the version here'),
    made: versionThere.nullable().describe('The version there, with the proof made there'),
    approvals: z.int().describe('Decisions about it that came along'),
  })
  .meta({ id: 'PromotionProgress' })

export type PromotionProgress = z.infer<typeof promotionProgress>

export const followPromotion = defineCall({
  id: 'promotion.followPromotion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/promotion/{version}/follow',
  summary: 'How far another installation is with a version that was sent to it, and what it proved.',
  caller: 'user',
  params: versionParams,
  body: json(z.strictObject({ target: promotionTarget, import: z.uuid() })),
  output: data(promotionProgress),
  errors: promotionErrors,
})
