import type { Handler } from '../../platform/http/handle.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const apiKeyRoutes: readonly Handler[] = [createApiKey, listApiKeys, revokeApiKey]
