import { setTimeout } from 'node:timers/promises'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { median } from './engine/timing.ts'
import { atMost, printRequirements } from './engine/requirements.ts'
import { unzipAndParse } from './upload/unzip-and-parse.ts'
import { startWholeProduct } from './whole-product.ts'
import { motorWorkbook } from '../e2e/support/motor-workbook.ts'

/**
 * Measures the wait for a filled workbook: downloads of a small one a second apart, also as a multiple of unpacking and
 * parsing the file.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const mostMillis = 300

const bytes = await motorWorkbook()
const { person, stop } = await startWholeProduct()
try {
  const { client } = person
  const { id: product } = await client.call(createProduct, { body: { Name: 'Measured' } })
  const acknowledge = { codes: ['PROOF_MISSING', 'PROOF_DIFFERS', 'OUTPUTS_FAIL'], reason: 'Measured' }
  const { engineId: engine } = await client.call(uploadEngine, {
    params: { product },
    body: { data: JSON.stringify({ serviceName: 'Motor', publish: true, acknowledge }) },
    files: { file: { content: new Blob([new Uint8Array(bytes)]), fileName: 'motor.xlsx' } },
  })
  const download = async () => {
    const begun = performance.now()
    const { url } = await client.call(downloadOutput, {
      params: { product, engine },
      body: { request_data: { inputs: {} } },
    })
    const millis = performance.now() - begun
    if (url === '') throw new Error('No file was made')
    return millis
  }
  await download()
  const waits: number[] = []
  const parses: number[] = []
  for (let round = 0; round < rounds; round++) {
    await setTimeout(1000)
    waits.push(await download())
    parses.push(await unzipAndParse(bytes))
  }
  const wait = median(waits)
  const fastest = Math.round(Math.min(...waits))
  console.log(
    `${Math.round(bytes.length / 1024)} KB: median ${Math.round(wait)} ms, fastest ${fastest} ms, ` +
      `${(wait / median(parses)).toFixed(1)} times unzip and parse`,
  )
  const holds = printRequirements([atMost('median of a download in ms', Math.round(wait), mostMillis)])
  if (!holds) process.exitCode = 1
} finally {
  await stop()
}
