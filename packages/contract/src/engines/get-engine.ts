import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineDetail } from './engine-detail.ts'

const engineParams = { product: z.string().min(1).max(200), engine: z.string().min(1).max(200) } as const

const declaration = {
  method: 'GET',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  output: data(engineDetail),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const

export const getEngine = defineCall({
  ...declaration,
  id: 'engines.getEngine',
  path: '/api/v1/product/{product}/engines/get/{engine}',
  summary: 'Get an engine with the interface and the proof of the version that runs now, or else of the newest.',
  params: z.strictObject(engineParams),
})

export const getEngineVersion = defineCall({
  ...declaration,
  id: 'engines.getEngineVersion',
  path: '/api/v1/product/{product}/engines/get/{engine}/{version}',
  summary: 'Get an engine with the interface and the proof of one version, named by its id or revision.',
  params: z.strictObject({ ...engineParams, version: z.string().min(1).max(100) }),
})
