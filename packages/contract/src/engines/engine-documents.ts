import { versionParams } from './engine-address.ts'

export const engineDocumentCall = {
  method: 'GET',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'DownloadSwagger' },
  params: versionParams,
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const
