import { Readable } from 'node:stream'
import type { EngineBuild } from '../../src/features/engines/build/engine-build.ts'
import type { StoredInterface } from '../../src/features/engines/build/stored-interface.ts'
import { insertUpload, markBuilt } from '../../src/features/engines/engine-upload.store.ts'
import { insertVersion } from '../../src/features/engines/engine-version.store.ts'
import type { Services } from '../../src/services.ts'

/** A draft of an engine as if its workbook had been built, for tests of access. */
export async function insertBuiltVersion(
  { db, files }: Services,
  of: { tenantId: string; productId: string; engineId: string; userId: string },
): Promise<{ uploadId: string; versionId: string }> {
  const { tenantId, productId, engineId, userId } = of
  const stored = (text: string) => files.put(tenantId, Readable.from([Buffer.from(text)]), { maxBytes: 1_000_000 })
  const [workbook, program, build] = [await stored('a workbook'), await stored('a program'), await stored(document)]
  return db.inTenant(tenantId, async (tx) => {
    const { hash: fileHash, size: fileSize } = workbook
    const file = { fileName: 'premium.xlsx', fileHash, fileSize }
    const { id: uploadId } = await insertUpload(tx, { productId, serviceName: 'Premium', uploadedBy: userId, ...file })
    await markBuilt(tx, uploadId, { programHash: program.hash, buildHash: build.hash, marks: null, lintScore: null })
    const effectiveStart = new Date()
    const versionId = await insertVersion(tx, {
      engineId,
      uploadId,
      revision: '1.0.0',
      releaseNote: '',
      effectiveStart,
      effectiveEnd: new Date(effectiveStart.getTime() + 1_000_000_000),
      createdBy: userId,
    })
    return { uploadId, versionId }
  })
}

const ports = {
  inputs: [],
  outputs: [],
  subservices: [],
  metadata: {},
  validations: [],
  solves: [],
  reports: [],
  images: [],
  references: [],
  properties: {},
}

const build: EngineBuild = {
  formatVersion: 1,
  interface: { ...ports, metadata: [] } as unknown as StoredInterface,
  publicInterface: ports,
  parity: {
    verdict: 'equal',
    savedBy: null,
    formulaCells: 0,
    compared: 0,
    equal: 0,
    different: 0,
    notComparable: {},
    unsupported: {},
    differences: [],
    program: { runs: 1, differences: [] },
  },
  diagnostics: [],
  report: {
    liveCells: 0,
    foldedCells: 0,
    families: 0,
    loops: 0,
    delegated: [],
    asksEvaluator: false,
    codeBytes: 0,
    compileMs: 0,
  },
  sheets: 1,
  formulaCells: 0,
  cellsWithData: 0,
  timings: { readMs: 0, compileMs: 0, proveMs: 0 },
  evalMicros: 0,
  compilerVersion: '1.0.0',
  workbookHash: '',
  delegated: false,
  defaultsResults: {},
}

const document = JSON.stringify(build)
