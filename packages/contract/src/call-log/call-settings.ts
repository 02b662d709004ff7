import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'

/** What the calls of a product's engines are held to. */
const callSettings = z
  .object({
    auditCalls: z.boolean().describe('Every call is on disk before it is answered'),
    keepCallsDays: z.int().min(1).max(3650).describe('Days after which calls are forgotten'),
  })
  .meta({ id: 'CallSettings' })

const product = z.strictObject({ product: nameOrId })

export const getCallSettings = defineCall({
  id: 'callLog.getCallSettings',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/logs/settings',
  summary: 'How the calls of a product’s engines are kept.',
  caller: 'user',
  params: product,
  output: data(callSettings),
  errors: ['PRODUCT_NOT_FOUND'],
})

export const saveCallSettings = defineCall({
  id: 'callLog.saveCallSettings',
  method: 'PUT',
  path: '/api/v1/product/{product}/engines/logs/settings',
  summary: 'Change how the calls of a product’s engines are kept. For those who manage the product.',
  caller: 'user',
  params: product,
  body: json(z.strictObject(callSettings.shape).partial()),
  output: data(callSettings),
  errors: ['PRODUCT_NOT_FOUND'],
})
