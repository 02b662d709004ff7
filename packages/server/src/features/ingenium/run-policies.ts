import { runPolicies } from '@sheetwright/contract/ingenium/run-policies.ts'
import { newId } from '../../platform/db/new-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { checkMapping } from './check-mapping.ts'
import { requireEngineVersion } from './engine-of-mapping.access.ts'
import { ingeniumAdapter } from './ingenium-adapter.job.ts'
import { insertPolicyRun } from './policy-run.store.ts'
import { requireMapping, requirePolicyRun } from './policy.access.ts'

export const runPoliciesHandler = handle(
  runPolicies,
  ({ caller, body, files: { file }, services: { db, files, jobs } }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const mapping = await requireMapping(tx, caller, body.mappingId, body.mappingNumber)
      const { version } = await requireEngineVersion(tx, caller, mapping.engineId, 'execute', body.version)
      await checkMapping(files, caller.tenantId, version, mapping.mapping)
      const id = newId()
      const Url = `/tools/policy-runs?run=${id}`
      const jobId = await jobs.enqueue(tx, ingeniumAdapter, caller.userId, { Name: file.fileName, Url, runId: id })
      await insertPolicyRun(tx, {
        id,
        jobId,
        mappingId: mapping.id,
        mappingNumber: mapping.number,
        engineId: mapping.engineId,
        versionId: version.id,
        revision: version.revision,
        extractHash: file.hash,
        fileName: file.fileName,
        fileSize: file.size,
        seed: Math.floor(Math.random() * 2 ** 31),
        createdBy: caller.userId,
      })
      return { taskQueueId: jobId, run: await requirePolicyRun(tx, caller, id) }
    }),
)
