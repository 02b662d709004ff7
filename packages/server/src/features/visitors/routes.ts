import type { Handler } from '../../platform/http/handle.ts'
import { createLinkResourceHandler } from './create-link-resource.ts'
import { createAnonymousUserHandler } from './create-anonymous-user.ts'
import { getLinkBrandHandler } from './get-link-brand.ts'
import { generateVisitorTokenHandler } from './generate-visitor-token.ts'
import { sendOneTimeCodeHandler } from './send-one-time-code.ts'
import { listFileLinksHandler } from './list-file-links.ts'
import { listLinkResourcesHandler } from './list-link-resources.ts'
import { revokeLinkResourceHandler } from './revoke-link-resource.ts'

export const visitorRoutes: readonly Handler[] = [
  createLinkResourceHandler,
  listLinkResourcesHandler,
  listFileLinksHandler,
  revokeLinkResourceHandler,
  createAnonymousUserHandler,
  getLinkBrandHandler,
  sendOneTimeCodeHandler,
  generateVisitorTokenHandler,
]
