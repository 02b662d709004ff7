import type { Handler } from '../../platform/http/handle.ts'
import { createLinkHandler } from './create-link.ts'
import { createAnonymousUserHandler } from './create-anonymous-user.ts'
import { generateVisitorTokenHandler } from './generate-visitor-token.ts'
import { sendOneTimeCodeHandler } from './send-one-time-code.ts'
import { listLinksHandler } from './list-links.ts'
import { revokeLinkHandler } from './revoke-link.ts'

export const visitorRoutes: readonly Handler[] = [
  createLinkHandler,
  listLinksHandler,
  revokeLinkHandler,
  createAnonymousUserHandler,
  sendOneTimeCodeHandler,
  generateVisitorTokenHandler,
]
