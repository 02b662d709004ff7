import { getHealth } from '@sheetwright/contract/system/get-health.ts'
import { handle } from '../../platform/http/handle.ts'
import { up } from './health.ts'

export const getHealthHandler = handle(getHealth, () => up)
