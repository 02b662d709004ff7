import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { callSettings } from './call-settings.ts'
import { productParams } from '../products/product-address.ts'

export const saveCallSettings = defineCall({
  id: 'callLog.saveCallSettings',
  method: 'PUT',
  path: '/api/v1/product/{product}/engines/logs/settings',
  summary: 'Change how the calls of a product’s engines are kept. For those who manage the product.',
  caller: 'user',
  params: productParams,
  body: json(z.strictObject(callSettings.shape).partial()),
  output: data(callSettings),
  errors: ['PRODUCT_NOT_FOUND'],
})
