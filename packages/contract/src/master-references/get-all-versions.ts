import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { documentAddress, masterReferenceVersion } from './master-reference.ts'

export const getAllVersions = defineCall({
  id: 'masterReferences.getAllVersions',
  method: 'GET',
  path: '/api/MasterReference/GetAllVersions',
  summary: 'The versions of a master reference document, newest first.',
  caller: 'user',
  query: z.strictObject({
    documentId: documentAddress,
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(20),
  }),
  output: list(masterReferenceVersion),
  errors: ['MASTER_REFERENCE_NOT_FOUND'],
})
