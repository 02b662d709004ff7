import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { auditEntry } from './audit-entry.ts'

const searchFields = ['actor', 'action', 'entityType', 'entityId', 'entityName', 'from', 'to'] as const

export type AuditFilter = (typeof searchFields)[number]

export const listAudit = defineCall({
  id: 'audit.listAudit',
  method: 'POST',
  path: '/api/v1/audit/list',
  summary: 'List what was changed in the tenant, by whom and when. Fields from and to take days.',
  caller: 'supervisor',
  body: json(
    listRequest({ pageSize: 20, sortable: ['at', 'actor', 'action'], searchable: searchFields, defaultSort: '-at' }),
  ),
  output: list(auditEntry),
  errors: ['INVALID_DATETIME'],
})
