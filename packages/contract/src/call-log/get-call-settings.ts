import { data, defineCall } from '../call.ts'
import { callSettings } from './call-settings.ts'
import { productParams } from '../products/product-address.ts'

export const getCallSettings = defineCall({
  id: 'callLog.getCallSettings',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/logs/settings',
  summary: 'How the calls of a product’s engines are kept.',
  caller: 'user',
  params: productParams,
  output: data(callSettings),
  errors: ['PRODUCT_NOT_FOUND'],
})
