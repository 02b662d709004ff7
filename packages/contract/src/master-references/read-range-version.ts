import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionAddress } from './master-reference.ts'
import { referenceRows, rowsRequest } from './reference-rows.ts'

export const readRangeVersion = defineCall({
  id: 'masterReferences.readRangeVersion',
  method: 'POST',
  path: '/api/MasterReference/readVersion',
  summary: 'Rows of a range as JSON, of one version, a page at a time, sorted and filtered.',
  caller: 'user',
  body: json(z.strictObject({ ...rowsRequest.shape, version: versionAddress })),
  output: data(referenceRows),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'MASTER_REFERENCE_VERSION_NOT_FOUND', 'REFERENCE_RANGE_NOT_FOUND'],
})
