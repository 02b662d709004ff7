import type { Handler } from '../../platform/http/handle.ts'
import { changePassword } from './change-password.ts'
import { getConfiguration } from './get-configuration.ts'
import { getIssuers } from './get-issuers.ts'
import { getUserDetail } from './get-user-detail.ts'
import { signOut } from './sign-out.ts'

export const sessionRoutes: readonly Handler[] = [getConfiguration, getIssuers, getUserDetail, signOut, changePassword]
