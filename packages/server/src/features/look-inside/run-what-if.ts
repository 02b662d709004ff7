import { runWhatIf } from '@sheetwright/contract/look-inside/run-what-if.ts'
import { handle } from '../../platform/http/handle.ts'
import { readBuild, renamedInterface } from '../engines/engine-build.store.ts'
import { calculateBatchFor, requireExecutable } from '../execution/calculation.access.ts'
import { seenVersion } from './look-at.access.ts'
import { answerWhatIf } from './what-if.ts'

export const runWhatIfHandler = handle(
  runWhatIf,
  async ({ caller, params, body, services: { db, files, execution }, correlationId, bodyText }) => {
    const { tenantId } = caller
    const version = await db.inTenant(tenantId, (tx) => seenVersion(tx, caller, params))
    const { product, engine } = params
    const executable = await requireExecutable(execution, { caller, product, engine, versionId: version.id })
    const { publicInterface } = await readBuild(files, tenantId, version.buildHash)
    const ports = renamedInterface(publicInterface, version.portNames)
    const request = { caller, requestId: correlationId, requestText: bodyText }
    return calculateBatchFor(execution, executable, request, (compute) => answerWhatIf(body, ports, compute))
  },
)
