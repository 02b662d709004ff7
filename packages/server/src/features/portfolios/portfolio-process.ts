import path from 'node:path'
import type { Readable } from 'node:stream'
import { FileChild } from '../../platform/sandbox/file-child.ts'
import { portfolioFileName, type PortfolioQuestion } from './portfolio-request.ts'

const module = path.join(import.meta.dirname, 'portfolio-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 600 }

/** A child process that reads a portfolio and writes results. */
export type PortfolioProcess = FileChild<PortfolioQuestion>

export function startPortfolioProcess(portfolio: Readable, signal: AbortSignal): Promise<PortfolioProcess> {
  const task = { name: 'portfolio' as const, fileName: portfolioFileName, module, loadsAddons: true, limits }
  return FileChild.start(task, portfolio, signal, (folder) => ({ kind: 'open', folder }))
}
