import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { versionDiff } from '../look-inside/diff-versions.ts'
import { promotionErrors, promotionTarget, promotionVerdict, versionThere } from './target.ts'

const promotionPlan = z
  .object({
    action: z.enum(['promote', 'nothing']).describe('Nothing where the same workbook runs there already'),
    proof: promotionVerdict.describe('Of the version here'),
    running: versionThere.nullable().describe('What runs there now'),
    differences: versionDiff
      .nullable()
      .describe('From what runs there to what would come; null where nothing runs there'),
  })
  .meta({ id: 'PromotionPlan' })

export type PromotionPlan = z.infer<typeof promotionPlan>

export const planPromotion = defineCall({
  id: 'promotion.planPromotion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/promotion/{version}/plan',
  summary: 'What promoting a published version to another installation would change there. Changes nothing.',
  caller: 'user',
  params: versionParams,
  body: json(z.strictObject({ target: promotionTarget })),
  output: data(promotionPlan),
  errors: [...promotionErrors, 'CORRUPT_EXCEL_FILE_FOR_TYPE1', 'CALCULATION_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
})
