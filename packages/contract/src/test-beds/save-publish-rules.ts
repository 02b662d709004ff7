import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'
import { publishRules } from './publish-gate.ts'

export const savePublishRules = defineCall({
  id: 'testBeds.savePublishRules',
  method: 'POST',
  path: '/api/v1/product/{product}/publishrules',
  summary: 'Set what a product asks before a version is published.',
  caller: 'user',
  params: z.strictObject({ product: nameOrId }),
  body: json(z.strictObject({ fourEyes: z.boolean(), testbedIds: z.array(z.uuid()).max(100) })),
  output: data(publishRules),
  errors: ['PRODUCT_NOT_FOUND', 'TESTBED_NOT_FOUND'],
})
