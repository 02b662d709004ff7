import { z } from 'zod'
import { data, defineCall, list } from '../call.ts'
import { engineVersion } from './engine.ts'
import { engineParams, versionParams } from './engine-address.ts'

export const getVersions = defineCall({
  id: 'engines.getVersions',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/getversions/{engine}',
  summary: 'List the versions of an engine, newest first.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: engineParams,
  query: z.strictObject({ archived: z.enum(['true', 'false']).default('false').describe('Archived ones as well') }),
  output: list(engineVersion),
  errors: ['ENGINE_NOT_FOUND'],
})

export const restoreVersion = defineCall({
  id: 'engines.restoreVersion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/restoreversion/{engine}/{version}',
  summary:
    'Make a new version, a patch higher than the highest, from an old one. It is active at once where the old one was.',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  output: data(engineVersion),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})

const download = {
  method: 'GET',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const

export const downloadOriginal = defineCall({
  ...download,
  id: 'engines.downloadOriginal',
  path: '/api/v1/product/{product}/engines/downloadoriginal/{engine}/{version}',
  summary: 'Download the workbook of a version as it was uploaded.',
  output: { kind: 'file', contentType: 'application/octet-stream' },
})

export const downloadEngine = defineCall({
  ...download,
  id: 'engines.downloadEngine',
  path: '/api/v1/product/{product}/engines/downloadengine/{engine}/{version}',
  summary:
    'Download a version as a .c4engine file: a zip of the workbook, manifest.json (interface, revision, hashes, compiler ' +
    'version), the compiled module and the parity report.',
  output: { kind: 'file', contentType: 'application/zip' },
})
