import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineParams } from '../engines/engine-address.ts'
import { promotionErrors, promotionTarget, versionThere } from './target.ts'

export const rollBackPromotion = defineCall({
  id: 'promotion.rollBackPromotion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/promotion/rollback',
  summary: 'Take the version that runs in another installation out of use, so that the one before it runs there again.',
  caller: 'user',
  params: engineParams,
  body: json(
    z.strictObject({
      target: promotionTarget,
      version: z.uuid().describe('The version that is to go, so that nobody takes the next one too'),
    }),
  ),
  output: data(z.object(versionThere.shape)),
  errors: promotionErrors,
})
