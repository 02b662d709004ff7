import type { Handler } from '../../platform/http/handle.ts'
import { exportAuditHandler } from './export-audit.ts'
import { listAuditHandler } from './list-audit.ts'

export const auditRoutes: readonly Handler[] = [listAuditHandler, exportAuditHandler]
