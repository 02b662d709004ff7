import { z } from 'zod'
import { entityName } from '../names.ts'

/** The icons of categories; the web app draws each. */
export const categoryIcons = [
  'heart',
  'first-aid',
  'car',
  'home',
  'shield',
  'plane',
  'coins',
  'briefcase',
  'ship',
  'leaf',
  'users',
  'building',
  'paw',
  'bike',
  'device-mobile',
  'umbrella',
] as const

export const categoryIcon = z.enum(categoryIcons).meta({ id: 'CategoryIcon' })

export type CategoryIcon = z.infer<typeof categoryIcon>

/** Key of a category. Lists of categories are comma-separated, so a key has no comma. */
export const categoryKey = entityName
  .refine((key) => !key.includes(','), { error: 'must not contain a comma' })
  .meta({ id: 'CategoryKey', description: '1 to 120 characters, none of / \\ : * ? " < > | and no comma' })

export const category = z
  .object({
    key: z.string(),
    value: z.string().describe('The text that people read'),
    icon: categoryIcon.nullable(),
    lookup: z.literal('ProductCategories').describe('The list of choices it belongs to'),
    products: z.int().min(0).describe('How many of the products that the caller sees are in it'),
  })
  .meta({ id: 'Category' })

export type Category = z.infer<typeof category>

/** The categories of a new tenant. */
export const builtInCategories = [
  { key: 'Life', value: 'Life', icon: 'heart' },
  { key: 'Health', value: 'Health', icon: 'first-aid' },
  { key: 'Motor', value: 'Motor', icon: 'car' },
  { key: 'Property', value: 'Property', icon: 'home' },
  { key: 'Casualty', value: 'Casualty', icon: 'shield' },
  { key: 'Travel', value: 'Travel', icon: 'plane' },
  { key: 'Pension', value: 'Pension', icon: 'coins' },
] as const satisfies readonly Pick<Category, 'key' | 'value' | 'icon'>[]
