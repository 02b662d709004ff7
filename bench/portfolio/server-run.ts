import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { checkPortfolio } from '@sheetwright/contract/portfolios/check-portfolio.ts'
import { downloadPortfolio } from '@sheetwright/contract/portfolios/download-portfolio.ts'
import { getPortfolioRun } from '@sheetwright/contract/portfolios/get-portfolio-run.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { startKilledServer } from '../killed-server.ts'
import { figuresOfTree } from '../process-tree.ts'
import type { PortfolioFigures } from './figures.ts'

export interface PortfolioServer {
  /** Runs a portfolio as a job, and downloads its results as Parquet. */
  readonly run: (file: string, results: string) => Promise<PortfolioFigures>
  readonly stop: () => Promise<void>
}

/** A server with the engine of a workbook. */
export async function startPortfolioServer(workbook: Uint8Array): Promise<PortfolioServer> {
  const { client, pid, stop } = await startKilledServer()
  // The generated workbook has no saved values to prove.
  const acknowledge = { codes: ['PROOF_MISSING', 'PROOF_DIFFERS', 'OUTPUTS_FAIL'], reason: 'Measured' }
  const { id: product } = await client.call(createProduct, { body: { Name: 'Property' } })
  const { engineId: engine } = await client.call(uploadEngine, {
    params: { product },
    body: { data: JSON.stringify({ serviceName: 'Premium', publish: true, acknowledge }) },
    files: { file: { content: new Blob([new Uint8Array(workbook)]), fileName: 'Premium.xlsx' } },
  })
  return {
    run: async (file, results) => {
      const before = await figuresOfTree(pid())
      const { id } = await client.call(checkPortfolio, {
        params: { product, engine: engine ?? '' },
        body: { start: 'true' },
        files: { file: { content: await openAsBlob(file), fileName: 'portfolio.parquet' } },
      })
      let peak = 0
      for (;;) {
        const run = await client.call(getPortfolioRun, { params: { run: id } })
        const { residentBytes, cpuSeconds } = await figuresOfTree(pid())
        peak = Math.max(peak, residentBytes)
        if (run.status === 'Pending' || run.status === 'InProgress') {
          await setTimeout(500)
          continue
        }
        if (run.status !== 'Success') throw new Error(`The run ended with ${run.failureReason ?? run.status}`)
        const { blob } = await client.call(downloadPortfolio, { params: { run: id, part: 'parquet' } })
        await writeFile(results, blob.stream())
        return {
          records: run.records,
          refused: run.refused,
          recordsPerSecond: Math.round(run.recordsPerSecond ?? 0),
          cpuSeconds: cpuSeconds - before.cpuSeconds,
          peakMegabytes: Math.round(peak / 1024 / 1024),
        }
      }
    },
    stop,
  }
}
