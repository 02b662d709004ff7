import path from 'node:path'
import { uploadRegression } from '@sheetwright/contract/test-beds/upload-regression.ts'
import { handle } from '../../platform/http/handle.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { UploadedFile } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { requireEngine, requireProduct } from '../engines/engine.access.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import { beginRun } from './begin-run.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { makeTestBed } from './make-test-bed.ts'
import { receiveTemplate } from './receive-template.ts'
import { runAnswer } from './run-answer.ts'
import { storeUpload } from './store-upload.ts'
import { requireOpenGate, requireRun, requireTestBed } from './test-bed.access.ts'
import { testBedIdOf } from './test-bed.store.ts'

export const uploadRegressionHandler = handle(
  uploadRegression,
  async ({ caller, params, body, files: { file }, services }) => {
    const baseName = path.basename(file.fileName, path.extname(file.fileName))
    const names = (body.engines ?? baseName)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const engines = await services.db.inTenant(caller.tenantId, async (tx) => {
      const product = await requireProduct(tx, caller, params.product, 'read')
      const found: StoredEngine[] = []
      for (const engine of names.length === 0 ? [baseName] : names) {
        found.push(await requireEngine(tx, caller, { product: product.id, engine }, 'write'))
      }
      return found
    })
    const runs = []
    for (const engine of engines) runs.push(await runOn(services, caller, engine, file))
    return { runs }
  },
)

/** Stores the file as the next version of the test bed of its name, and runs it. */
async function runOn(services: Services, caller: UserIdentity, engine: StoredEngine, file: UploadedFile) {
  const { db, files, jobs } = services
  const { tenantId, userId } = caller
  const version = await db.inTenant(tenantId, (tx) => meantVersion(tx, engine, undefined))
  const ports = await interfaceOf(files, tenantId, version)
  return receiveTemplate(services, tenantId, file, ports, (read, cases) =>
    db.inTenant(tenantId, async (tx) => {
      const name = `Regression ${file.fileName}`.slice(0, 120)
      const owner = { productId: engine.productId, engineId: engine.id, createdBy: userId }
      const present = await testBedIdOf(tx, engine.id, name)
      if (present !== undefined) await requireOpenGate(tx, caller, { id: present, name, productId: engine.productId })
      const id = present ?? (await makeTestBed(tx, { ...owner, name, description: '', tolerances: {} }))
      const stored = await storeUpload(tx, id, { read, cases, file, note: '', source: 'regression', userId })
      const testBed = await requireTestBed(tx, caller, id, 'write')
      const order = { testBed, cases: stored, engine, version, ports, kind: 'regression', userId } as const
      const { runId, jobId } = await beginRun(tx, jobs, order)
      return { testbedQueueId: jobId, testRun: runAnswer(await requireRun(tx, caller, runId, 'read')) }
    }),
  )
}
