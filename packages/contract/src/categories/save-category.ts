import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { category, categoryIcon, categoryKey } from './category.ts'

export const saveCategory = defineCall({
  id: 'categories.saveCategory',
  method: 'POST',
  path: '/api/v1/lookup/savecategory',
  summary: 'Replace the category with this key, or append a new one whose text is its key.',
  caller: 'supervisor',
  flag: 'ShowCategories',
  body: json(
    z.strictObject({
      key: categoryKey,
      icon: categoryIcon.nullable().default(null),
      value: z.string().trim().min(1).max(120).optional().describe('The text that people read; the key unless given'),
    }),
  ),
  output: data(category),
  errors: [],
})
