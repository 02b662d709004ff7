import type { CaseContent, TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UploadedFile } from '../../platform/http/handle.ts'
import type { ReadTemplateAnswer } from './read-template-request.ts'
import { findTestBedVersion, insertTestBedVersion, updateTestBed } from './test-bed.store.ts'
import { writeCases } from './write-cases.ts'

interface Upload {
  readonly read: ReadTemplateAnswer & { readonly kind: 'read' }
  readonly cases: AsyncIterable<CaseContent>
  readonly file: UploadedFile
  readonly note: string
  readonly source: 'upload' | 'regression'
  readonly userId: string
}

/** Stores the cases of a filled template as the next version of a test bed. */
export async function storeUpload(
  tx: TenantTransaction,
  testBedId: string,
  { read, cases, file, note, source, userId }: Upload,
): Promise<TestBedVersion> {
  const id = await insertTestBedVersion(tx, {
    testBedId,
    source,
    note,
    cases: read.count,
    inputs: read.inputs,
    outputs: read.outputs,
    fileHash: file.hash,
    fileName: file.fileName,
    createdBy: userId,
  })
  await writeCases(tx, id, cases)
  if (read.tolerances !== null && Object.keys(read.tolerances).length > 0) {
    await updateTestBed(tx, testBedId, { tolerances: read.tolerances })
  }
  const version = await findTestBedVersion(tx, testBedId, id)
  if (version === undefined) throw new Error('The version is gone')
  return version
}
