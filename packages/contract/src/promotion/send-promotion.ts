import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { promotionErrors, promotionTarget } from './target.ts'

export const sendPromotion = defineCall({
  id: 'promotion.sendPromotion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/promotion/{version}/send',
  summary: 'Send an export of a version to another installation, which imports it in the background.',
  caller: 'user',
  params: versionParams,
  body: json(
    z.strictObject({
      target: promotionTarget,
      export: z.uuid().describe('A completed export of the caller that holds this version'),
    }),
  ),
  output: data(z.object({ import: z.uuid() }).meta({ id: 'SentPromotion' })),
  errors: promotionErrors,
})
