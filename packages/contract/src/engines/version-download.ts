import { versionParams } from './engine-address.ts'

export const versionDownload = {
  method: 'GET',
  caller: 'user',
  keyScope: 'author',
  params: versionParams,
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const
