import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { category, categoryIcon, categoryIcons, categoryKey } from './category.ts'

export const saveCategory = defineCall({
  id: 'categories.saveCategory',
  method: 'POST',
  path: '/api/v1/lookup/savecategory',
  alsoUnderTenant: true,
  summary: 'Replace the category with this key, or append a new one whose text is its key.',
  caller: 'supervisor',
  flag: 'ShowCategories',
  body: json(
    z.strictObject({
      key: categoryKey,
      icon: z
        .string()
        .max(200)
        .nullable()
        .default(null)
        .transform((name) => categoryIcon.safeParse(name).data ?? null)
        .describe(`One of ${categoryIcons.join(', ')}; any other becomes the default one`),
      value: z.string().trim().min(1).max(120).optional().describe('The text that people read; the key unless given'),
    }),
  ),
  output: data(category.extend({ 'Metadata.ProductCategories': z.array(category).describe('All categories') })),
  errors: [],
})
