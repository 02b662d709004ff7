import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineParams } from './engine-address.ts'

export const markFavouriteEngine = defineCall({
  id: 'engines.markFavouriteEngine',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/markFavorite/{engine}/{flag}',
  summary: 'Make an engine a favourite of the caller, or no longer one.',
  caller: 'user',
  params: engineParams.extend({ flag: z.enum(['true', 'false']) }),
  output: data(z.object({ favorite: z.boolean() })),
  errors: ['ENGINE_NOT_FOUND'],
})
