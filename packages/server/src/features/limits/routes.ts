import type { Handler } from '../../platform/http/handle.ts'
import { listCallLimitsHandler } from './list-call-limits.ts'
import { saveCallLimitHandler } from './save-call-limit.ts'

export const limitRoutes: readonly Handler[] = [listCallLimitsHandler, saveCallLimitHandler]
