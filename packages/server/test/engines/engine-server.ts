import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { afterAll, beforeAll } from 'vitest'
import { type Content, workbookFile, type WorkbookSpec } from '../../demo/workbook-file.ts'
import { jobDefinitions } from '../../src/background.ts'
import { proveEngine } from '../../src/features/engines/prove-engine.job.ts'
import { defaultWorkerOptions, startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import type { NewPersonOptions } from '../support/sign-in-new-person.ts'
import { type SignedIn, type TestServer, useTestServer } from '../support/test-server.ts'

/**
 * A server with a worker, as uploads need one. Proofs continue after a build only in tests about them: they take a core
 * for minutes.
 */
export function useEngineServer(
  environment: Record<string, string> = {},
  { provesFurther = false }: { readonly provesFurther?: boolean } = {},
): () => TestServer {
  const server = useTestServer(environment)
  const definitions = jobDefinitions.filter((each) => provesFurther || each.type !== proveEngine.type)
  const workers: Worker[] = []
  beforeAll(async () => {
    workers.push(await startWorker(server().services, definitions, { ...defaultWorkerOptions, leaseSeconds: 60 }))
  })
  afterAll(async () => {
    for (const worker of workers) await worker.stop()
  })
  return server
}

/** A person with a product of their own. */
export interface Author extends SignedIn {
  readonly product: string
}

export async function newAuthor(
  server: TestServer,
  options: NewPersonOptions = { groups: ['supervisor:pf'] },
): Promise<Author> {
  const person = await server.signIn(options)
  const { id } = await person.client.call(createProduct, { body: { Name: 'Motor' } })
  return { ...person, product: id }
}

export interface UploadOptions {
  readonly data?: Record<string, unknown>
  readonly fileName?: string
}

export async function upload(
  { client, product }: Author,
  workbook: Buffer | WorkbookSpec,
  { data = {}, fileName = 'premium.xlsx' }: UploadOptions = {},
): Promise<EngineUploadResult> {
  const bytes = Buffer.isBuffer(workbook) ? workbook : await workbookFile(workbook)
  return client.call(uploadEngine, {
    params: { product },
    body: { data: JSON.stringify(data) },
    files: { file: { content: new Blob([new Uint8Array(bytes)]), fileName } },
  })
}

/** Acknowledges the changed results when publishing a version with new rates. */
export const withNewRates = { codes: ['RESULTS_CHANGE' as const], reason: 'New rates' }

/** A premium by age and sum, with correct saved values. */
export function premiumWorkbook(
  changes: {
    rate?: number
    savedPremium?: number
    cells?: Record<string, Content>
    names?: WorkbookSpec['names']
  } = {},
): WorkbookSpec {
  const { rate = 0.01, cells = {}, names = [] } = changes
  return {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Premium',
        cells: {
          A1: 'Age of the driver',
          B1: 40,
          A2: 'Sum insured',
          B2: { content: 10_000, format: '#,##0.00' },
          A3: 'Rate',
          B3: { content: rate, format: '0.00%' },
          A4: 'Premium',
          B4: { formula: '=B2*B3*IF(B1<25,2,1)', saved: changes.savedPremium ?? 10_000 * rate },
          ...cells,
        },
        validations: [
          {
            range: 'B1',
            type: 'whole',
            operator: 'between',
            formula1: '18',
            formula2: '99',
            error: 'Drivers are 18 to 99 years old.',
          },
        ],
      },
    ],
    names: [
      { name: 'Xinput_Age', refersTo: 'Premium!$B$1', comment: 'Age in years' },
      { name: 'Xinput_Sum', refersTo: 'Premium!$B$2' },
      { name: 'Xoutput_Premium', refersTo: 'Premium!$B$4' },
      ...names,
    ],
  }
}
