import path from 'node:path'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { makeTestBed } from './make-test-bed.ts'
import { receiveTemplate } from './receive-template.ts'
import { storeUpload } from './store-upload.ts'
import { requireOpenGate, requireTestBed } from './test-bed.access.ts'

export const uploadTestBedHandler = handle(uploadTestBed, async ({ caller, body, files: { file }, services }) => {
  const { db, files } = services
  const { tenantId, userId } = caller
  const { testbedId, note } = body
  const { engine, version } = await db.inTenant(tenantId, async (tx) => {
    const testBed = testbedId === undefined ? undefined : await requireTestBed(tx, caller, testbedId, 'write')
    if (testBed !== undefined) await requireOpenGate(tx, caller, testBed)
    const engineId = testBed?.engineId ?? body.engineId
    if (engineId === undefined) {
      throw new CallError('INVALID_INPUT', 'Test cases belong to an engine', [
        { field: 'body.engineId', message: 'is missing', allowed: 'the id of an engine, or of a test bed' },
      ])
    }
    const found = await requireEngineById(tx, caller, engineId, 'write')
    return { engine: found, version: await meantVersion(tx, found, undefined) }
  })
  const ports = await interfaceOf(files, tenantId, version)
  return receiveTemplate(services, tenantId, file, ports, (read, cases) =>
    db.inTenant(tenantId, async (tx) => {
      const name = body.name ?? path.basename(file.fileName, path.extname(file.fileName)).slice(0, 120)
      const target =
        testbedId ??
        (await makeTestBed(tx, {
          productId: engine.productId,
          engineId: engine.id,
          name,
          description: '',
          tolerances: {},
          createdBy: userId,
        }))
      const stored = await storeUpload(tx, target, { read, cases, file, note, source: 'upload', userId })
      return { testbedId: target, testbedVersionId: stored.id, noOfTest: stored.noOfTest, version: stored }
    }),
  )
})
