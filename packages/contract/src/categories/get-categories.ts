import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { category } from './category.ts'

export const getCategories = defineCall({
  id: 'categories.getCategories',
  method: 'GET',
  path: '/api/v1/lookup/getCategories',
  alsoUnderTenant: true,
  summary: 'The categories that products can be in, in their order.',
  caller: 'user',
  keyScope: 'author',
  output: data(z.array(category)),
  errors: [],
})
