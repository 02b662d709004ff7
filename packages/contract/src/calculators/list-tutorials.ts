import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'
import { tutorialEntry } from './tutorial.ts'

export const listTutorials = defineCall({
  id: 'calculators.listTutorials',
  method: 'GET',
  path: '/api/v1/product/{product}/tutorials',
  summary: 'The calculators of a product that were published with a form or tutorial of their own.',
  caller: 'user',
  params: z.strictObject({ product: nameOrId }),
  output: list(tutorialEntry),
  errors: ['PRODUCT_NOT_FOUND'],
})
