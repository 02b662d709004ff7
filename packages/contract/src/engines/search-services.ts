import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { tenantName, foundService } from './service.ts'

export const searchServices = defineCall({
  id: 'engines.searchServices',
  method: 'POST',
  path: '/{tenant}/api/v3/services/search',
  summary: 'Find services of all folders that the caller may see, by parts of their names.',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: z.object({ tenant: tenantName }),
  body: json(
    z
      .object({
        request_data: z
          .object({
            page: z.int().min(1).default(1),
            page_size: z
              .union([z.int().min(1).max(1000), z.literal(-1)])
              .default(20)
              .describe('-1: all'),
            search: z
              .array(
                z.object({
                  field: z.enum(['service_name', 'folder_name', 'name', 'foldername', 'folderName', 'serviceName']),
                  value: z.string().max(500),
                }),
              )
              .max(20)
              .default([]),
          })
          .prefault({}),
      })
      .prefault({}),
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({ services: z.array(foundService), count: z.int() }),
      })
      .meta({ id: 'ServiceSearchAnswer' }),
  },
  errors: [],
})
