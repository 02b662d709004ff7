import type { Handler } from '../../platform/http/handle.ts'
import { createLinkHandler } from './create-link.ts'
import { createAnonymousUserHandler, generateVisitorTokenHandler, sendOneTimeCodeHandler } from './enter.ts'

export const visitorRoutes: readonly Handler[] = [
  createLinkHandler,
  createAnonymousUserHandler,
  sendOneTimeCodeHandler,
  generateVisitorTokenHandler,
]
