import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { withDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { publishedFields } from '../master-api/master-api.store.ts'
import { readBuild, renamedInterface } from './engine-build.store.ts'
import { maySee } from './engine.access.ts'
import { findEngineById } from './engine.store.ts'
import { engineOfVersion, findVersion } from './engine-version.store.ts'
import { serviceAnswer } from './service-answer.ts'

export function describeServiceOfVersion({ db, files }: Services, caller: Caller, versionId: string) {
  return db.inTenant(caller.tenantId, async (tx) => {
    const owner = await engineOfVersion(tx, versionId)
    const engine = owner && (await findEngineById(tx, caller, owner.engineId))
    const version = engine && (await findVersion(tx, engine.id, versionId))
    if (!engine || !version || !maySee(engine, version)) {
      throw new CallError('ENGINE_VERSION_NOT_FOUND', `There is no version ${versionId}`)
    }
    const build = await readBuild(files, caller.tenantId, version.buildHash)
    const fields = await publishedFields(tx, engine.productId)
    const ports = withDefinition(fields, renamedInterface(build.publicInterface, version.portNames))
    return {
      status: 'Success' as const,
      response_data: {
        ...serviceAnswer(engine, version),
        inputs: ports.inputs.map((port) => ({ ...portAnswer(port), default: port.default })),
        outputs: ports.outputs.map(portAnswer),
        subservices: ports.subservices.map(({ name }) => name),
        release_note: version.releaseNote,
        original_file_documentid: version.uploadId,
        engine_file_documentid: version.engineFileId,
      },
    }
  })
}

type Caller = Exclude<CallerIdentity, { kind: 'anyone' }>

function portAnswer({ name, description, shape, type }: EnginePort) {
  return { name, description, type: shape === 'block' ? 'table' : (type ?? 'text') }
}
