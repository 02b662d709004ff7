import type { Handler } from '../../platform/http/handle.ts'
import { findPrincipalsHandler } from './find-principals.ts'
import { getEntityPermissionsHandler } from './get-entity-permissions.ts'
import { getShareStateHandler } from './get-share-state.ts'
import { shareProductHandler } from './share-product.ts'
import { setEntityPermissionsHandler } from './set-entity-permissions.ts'

export const permissionRoutes: readonly Handler[] = [
  getEntityPermissionsHandler,
  setEntityPermissionsHandler,
  findPrincipalsHandler,
  getShareStateHandler,
  shareProductHandler,
]
