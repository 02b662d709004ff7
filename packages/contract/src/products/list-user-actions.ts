import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { moment } from '../dates.ts'
import { listRequest } from '../list.ts'
import { productParams } from './product-address.ts'

/** Actions on the documents and sections of a product. */
export const contentActions = [
  'document.add',
  'document.version',
  'document.restore',
  'document.move',
  'document.rename',
  'document.metadata',
  'document.delete',
  'document.undelete',
  'section.create',
  'section.update',
  'section.delete',
] as const

/** Actions on the engines of a product. */
export const engineActions = [
  'engine.upload',
  'engine.update',
  'engine.publish',
  'engine.versionState',
  'engine.promote',
  'engine.promoteBack',
  'engine.restoreVersion',
  'engine.proofFailed',
  'engine.delete',
  'engine.undelete',
] as const

/** Actions on a product. */
export const productActions = [
  'product.create',
  'product.clone',
  'product.import',
  'product.update',
  'product.delete',
  'product.undelete',
  ...contentActions,
  ...engineActions,
] as const

/** Fields whose changes a product's history shows; the last ones are those of its documents and sections. */
export const trackedFields = [
  'name',
  'status',
  'category',
  'description',
  'startDate',
  'launchDate',
  'coverImage',
  'summary',
  'section',
  'fileName',
] as const

const trackedValue = z.union([z.string(), z.array(z.string())]).nullable()

export const userAction = z
  .object({
    number: z.int().min(1),
    at: moment,
    actorName: z.string(),
    action: z.enum(productActions),
    subject: z.string().nullable().describe('The document, section or engine that it is about'),
    reason: z.string().nullable(),
    changes: z.array(z.object({ field: z.enum(trackedFields), before: trackedValue, after: trackedValue })),
  })
  .meta({ id: 'UserAction' })

export type UserAction = z.infer<typeof userAction>

export const userActionPageSize = 10

export const listUserActions = defineCall({
  id: 'products.listUserActions',
  method: 'POST',
  path: '/api/v1/useraction/list/{product}',
  summary: 'List what was done to a product, by whom and when, newest first.',
  caller: 'user',
  params: productParams,
  body: json(
    listRequest({ pageSize: userActionPageSize, sortable: ['at'], searchable: ['action'], defaultSort: '-at' }),
  ),
  output: list(userAction),
  errors: ['PRODUCT_NOT_FOUND'],
})
