import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { engineVersion } from './engine.ts'
import { engineParams } from './engine-address.ts'

export const getVersions = defineCall({
  id: 'engines.getVersions',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/getversions/{engine}',
  alsoUnderTenant: true,
  summary: 'List the versions of an engine, newest first.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: engineParams,
  query: z.strictObject({ archived: z.enum(['true', 'false']).default('false').describe('Archived ones as well') }),
  output: list(engineVersion),
  errors: ['ENGINE_NOT_FOUND'],
})
