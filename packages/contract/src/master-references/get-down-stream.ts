import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { versionState } from '../engines/engine.ts'
import { revision } from '../engines/revision.ts'
import { accessLevel } from '../permissions/access-level.ts'
import { dateRelation } from './date-relation.ts'
import { documentParams } from './master-reference.ts'

/** An engine that copies tables of a master, by its running version, else the newest. */
export const downStreamEngine = z
  .object({
    engineId: z.uuid(),
    serviceName: z.string(),
    productId: z.uuid(),
    productName: z.string(),
    access: accessLevel,
    versionId: z.uuid(),
    revision,
    state: versionState,
    effectiveStartDate: moment,
    effectiveEndDate: moment,
    ranges: z.array(z.string()),
    referenceUpdateRequired: z.boolean(),
    syncedRevision: revision.nullable().describe('A newer version whose tables are those in effect'),
    dateRelation: dateRelation.nullable(),
  })
  .meta({ id: 'DownStreamEngine' })

export type DownStreamEngine = z.infer<typeof downStreamEngine>

export const getDownStream = defineCall({
  id: 'masterReferences.getDownStream',
  method: 'GET',
  path: '/api/MasterReference/GetDownStream/{document}',
  summary: 'The engines that copy tables of a master reference document, and which of them are out of date.',
  caller: 'user',
  params: documentParams,
  output: data(
    z.object({ engines: z.array(downStreamEngine), hidden: z.int().describe('Engines that the caller may not see') }),
  ),
  errors: ['MASTER_REFERENCE_NOT_FOUND'],
})
