import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { productParams, section } from './section.ts'

export const listSections = defineCall({
  id: 'documents.listSections',
  method: 'GET',
  path: '/api/v1/product/{product}/sections/list',
  summary: 'The sections of a product, in their order.',
  caller: 'user',
  params: productParams,
  output: data(z.array(section)),
  errors: ['PRODUCT_NOT_FOUND'],
})
