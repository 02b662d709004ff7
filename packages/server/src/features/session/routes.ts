import type { Handler } from '../../platform/http/handle.ts'
import { beginSecondFactorHandler } from './begin-second-factor.ts'
import { confirmSecondFactorHandler } from './confirm-second-factor.ts'
import { getSecondFactorHandler } from './get-second-factor.ts'
import { removeSecondFactorHandler } from './remove-second-factor.ts'
import { changePasswordHandler } from './change-password.ts'
import { getConfigurationHandler } from './get-configuration.ts'
import { getIssuersHandler } from './get-issuers.ts'
import { getUserDetailHandler } from './get-user-detail.ts'
import { signOutHandler } from './sign-out.ts'
import { issueClientTokenHandler } from './issue-client-token.ts'

export const sessionRoutes: readonly Handler[] = [
  getConfigurationHandler,
  getIssuersHandler,
  getUserDetailHandler,
  signOutHandler,
  changePasswordHandler,
  removeSecondFactorHandler,
  getSecondFactorHandler,
  confirmSecondFactorHandler,
  beginSecondFactorHandler,
  issueClientTokenHandler,
]
