import type { Handler } from '../../platform/http/handle.ts'
import { createApiKeyHandler } from './create-api-key.ts'
import { listApiKeysHandler } from './list-api-keys.ts'
import { revokeApiKeyHandler } from './revoke-api-key.ts'

export const apiKeyRoutes: readonly Handler[] = [createApiKeyHandler, listApiKeysHandler, revokeApiKeyHandler]
