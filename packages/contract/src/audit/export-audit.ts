import { z } from 'zod'
import { defineCall } from '../call.ts'
import { day } from '../dates.ts'

export const exportAudit = defineCall({
  id: 'audit.exportAudit',
  method: 'GET',
  path: '/api/v1/audit/export',
  summary: 'Download the audit trail of the tenant, or what matches of it, as CSV, oldest first.',
  caller: 'supervisor',
  query: z.strictObject({
    actor: z.string().max(200).optional(),
    action: z.string().max(200).optional(),
    entityType: z.string().max(60).optional(),
    entityId: z.string().max(200).optional(),
    entityName: z.string().max(200).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  output: { kind: 'file', contentType: 'text/csv; charset=utf-8' },
  errors: [],
})
