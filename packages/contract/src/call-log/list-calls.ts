import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { engineAddress, nameOrId } from '../execution/engine-address.ts'
import { callFilterFields, callPageSize, callSummary } from './call-record.ts'

export const listCalls = defineCall({
  id: 'callLog.listCalls',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/logs/{purpose}',
  summary: 'List the calls of an engine, newest first. The last part of the path is a purpose, or All.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params: engineAddress.extend({ purpose: nameOrId }),
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(1000).default(callPageSize),
        sort: z.enum(['timestamp', '-timestamp']).default('-timestamp'),
        ...callFilterFields,
      })
      .prefault({}),
  ),
  output: list(callSummary),
  errors: ['ENGINE_NOT_FOUND'],
})
