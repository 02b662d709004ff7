import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engine } from './engine.ts'
import { engineParams } from './engine-address.ts'

export const deleteEngine = defineCall({
  id: 'engines.deleteEngine',
  method: 'DELETE',
  path: '/api/v1/product/{product}/engines/delete/{engine}',
  summary: 'Delete an engine with all its versions. It can be brought back for 30 days.',
  caller: 'user',
  params: engineParams,
  output: data(z.object({ id: z.uuid(), deletedAt: z.iso.datetime() })),
  errors: ['ENGINE_NOT_FOUND'],
})

export const undeleteEngine = defineCall({
  id: 'engines.undeleteEngine',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/undelete/{engine}',
  summary: 'Bring a deleted engine back.',
  caller: 'supervisor',
  params: engineParams,
  output: data(engine),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_EXISTS_ALREADY', 'RULE_VALIDATION_FAILED'],
})

export const markFavoriteEngine = defineCall({
  id: 'engines.markFavoriteEngine',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/markFavorite/{engine}/{flag}',
  summary: 'Make an engine a favourite of the caller, or no longer one.',
  caller: 'user',
  params: engineParams.extend({ flag: z.enum(['true', 'false']) }),
  output: data(z.object({ favorite: z.boolean() })),
  errors: ['ENGINE_NOT_FOUND'],
})
