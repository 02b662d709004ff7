import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineParams } from './engine-address.ts'

export const deleteEngine = defineCall({
  id: 'engines.deleteEngine',
  method: 'DELETE',
  path: '/api/v1/product/{product}/engines/delete/{engine}',
  alsoUnderTenant: true,
  summary: 'Delete an engine with all its versions. It can be brought back for 30 days.',
  caller: 'user',
  keyScope: 'author',
  params: engineParams,
  output: data(z.object({ id: z.uuid(), deletedAt: z.iso.datetime() })),
  errors: ['ENGINE_NOT_FOUND'],
})
