import { getLiveness } from '@sheetwright/contract/system/get-liveness.ts'
import { handle } from '../../platform/http/handle.ts'
import { up } from './health.ts'

export const getLivenessHandler = handle(getLiveness, () => up)
