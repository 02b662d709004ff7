import type { Client } from '@sheetwright/contract/client.ts'
import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { downloadSampleWorkbook } from '@sheetwright/contract/system/download-sample-workbook.ts'

export const selfTestSteps = [
  'sample',
  'product',
  'upload',
  'publish',
  'execute',
  'deleteEngine',
  'deleteProduct',
] as const

export type SelfTestStep = (typeof selfTestSteps)[number]

export type StepOutcome =
  | { readonly state: 'running' }
  | { readonly state: 'passed'; readonly millis: number }
  | { readonly state: 'failed'; readonly millis: number; readonly error: unknown }

/** Runs the life cycle of an engine once, with real calls. Deletes everything it created, also after a failure. */
export async function runSelfTest(
  api: Client,
  onStep: (step: SelfTestStep, outcome: StepOutcome) => void,
): Promise<void> {
  async function step<T>(name: SelfTestStep, work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    onStep(name, { state: 'running' })
    try {
      const result = await work()
      onStep(name, { state: 'passed', millis: performance.now() - since })
      return result
    } catch (error) {
      onStep(name, { state: 'failed', millis: performance.now() - since, error })
      throw error
    }
  }

  const { blob } = await step('sample', () => api.call(downloadSampleWorkbook))
  const Name = `Self-test ${new Date().toISOString().replaceAll(':', '.')}`
  const { id: product } = await step('product', () => api.call(createProduct, { body: { Name } }))
  try {
    const { engineId: engine } = await step('upload', () =>
      api.call(uploadEngine, {
        params: { product },
        body: {},
        files: { file: { content: blob, fileName: 'sample.xlsx' } },
      }),
    )
    try {
      await step('publish', () => api.call(publishEngine, { params: { product, engine }, body: {} }))
      await step('execute', () => api.call(executeEngine, { params: { product, engine }, body: {} }))
    } finally {
      await step('deleteEngine', () => api.call(deleteEngine, { params: { product, engine } }))
    }
  } finally {
    await step('deleteProduct', () => api.call(deleteProduct, { params: { product } }))
  }
}
