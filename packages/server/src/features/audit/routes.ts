import type { Handler } from '../../platform/http/handle.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'

export const auditRoutes: readonly Handler[] = [listAudit, exportAudit]
