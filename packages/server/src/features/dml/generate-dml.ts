import { generateDml } from '@sheetwright/contract/dml/generate-dml.ts'
import { newId } from '../../platform/db/new-id.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { dmlGenerate } from './dml-generate.job.ts'
import { findDmlRun, insertDmlRun } from './dml-run.store.ts'
import { requireSource } from './dml-source.access.ts'

export const generateDmlHandler = handle(generateDml, ({ caller, params, body, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { options, smartLevel } = body
    const keyless = (options.tables ?? []).findIndex(({ key }) => key.length === 0)
    if (smartLevel > 0 && keyless >= 0) {
      throw new CallError('INVALID_INPUT', 'Rows without a key cannot be updated', [
        { field: `body.options.tables.${keyless}.key`, message: 'is missing', allowed: 'columns that tell rows apart' },
      ])
    }
    const source = await requireSource(tx, caller, params, options.version)
    const id = newId()
    const Url = `/tools/data-load?run=${id}`
    const jobId = await jobs.enqueue(tx, dmlGenerate, caller.userId, { Name: source.sourceName, Url, runId: id })
    await insertDmlRun(tx, {
      id,
      jobId,
      ...source,
      dialect: params.dialect,
      smartLevel,
      createTables: options.createTables,
      asked: options.tables ?? null,
      createdBy: caller.userId,
    })
    const run = await findDmlRun(tx, id, undefined)
    if (run === undefined) throw new Error('The run is gone')
    return { queueId: jobId, run }
  }),
)
