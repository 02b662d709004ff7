import type { Handler } from '../../platform/http/handle.ts'
import { getLineageHandler } from './get-lineage.ts'

export const lineageRoutes: readonly Handler[] = [getLineageHandler]
