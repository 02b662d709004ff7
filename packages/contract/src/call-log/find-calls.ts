import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { callFilterFields, callPageSize, callSummary } from './call-record.ts'

/** Search fields of existing clients, in their spelling. */
export const callSearchFields = [
  'call_id',
  'callId',
  'user',
  'username',
  'call_purpose',
  'callPurpose',
  'purpose',
  'source_system',
  'sourceSystem',
  'correlation_id',
  'correlationId',
  'start_date',
  'startDate',
  'end_date',
  'endDate',
] as const

export type CallSearchField = (typeof callSearchFields)[number]

export const findCalls = defineCall({
  id: 'callLog.findCalls',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/logs',
  alsoUnderTenant: true,
  summary:
    'Find calls of an engine by date range, call id, user, purpose, source system and correlation id; every pair of search has ' +
    'to match.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params: engineAddress,
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(1000).default(callPageSize),
        sort: z.enum(['timestamp', '-timestamp']).default('-timestamp'),
        search: z
          .array(z.strictObject({ field: z.enum(callSearchFields), value: z.string().max(500) }))
          .max(20)
          .default([]),
        ...callFilterFields,
      })
      .prefault({}),
  ),
  output: list(callSummary),
  errors: ['ENGINE_NOT_FOUND', 'INVALID_DATETIME'],
})
