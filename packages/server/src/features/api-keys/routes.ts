import type { Handler } from '../../platform/http/handle.ts'
import { addClientKeyHandler } from './add-client-key.ts'
import { createApiClientHandler } from './create-api-client.ts'
import { deleteApiClientHandler } from './delete-api-client.ts'
import { listApiClientsHandler } from './list-api-clients.ts'
import { updateApiClientHandler } from './update-api-client.ts'
import { beginDeviceLoginHandler } from './begin-device-login.ts'
import { claimDeviceLoginHandler } from './claim-device-login.ts'
import { createApiKeyHandler } from './create-api-key.ts'
import { decideDeviceLoginHandler } from './decide-device-login.ts'
import { getDeviceLoginHandler } from './get-device-login.ts'
import { listApiKeysHandler } from './list-api-keys.ts'
import { listOwnKeysHandler } from './list-own-keys.ts'
import { revokeApiKeyHandler } from './revoke-api-key.ts'
import { revokeOwnKeyHandler } from './revoke-own-key.ts'

export const apiKeyRoutes: readonly Handler[] = [
  createApiKeyHandler,
  listApiKeysHandler,
  revokeApiKeyHandler,
  beginDeviceLoginHandler,
  getDeviceLoginHandler,
  decideDeviceLoginHandler,
  claimDeviceLoginHandler,
  listOwnKeysHandler,
  revokeOwnKeyHandler,
  addClientKeyHandler,
  createApiClientHandler,
  deleteApiClientHandler,
  listApiClientsHandler,
  updateApiClientHandler,
]
