import path from 'node:path'
import type { Readable } from 'node:stream'
import { FolderChild } from '../../platform/sandbox/folder-child.ts'
import { portfolioFileName, type PortfolioQuestion } from './portfolio-request.ts'

const module = path.join(import.meta.dirname, 'portfolio-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 600 }

/** A child process that reads a portfolio. */
export type PortfolioProcess = FolderChild<PortfolioQuestion>

export function startPortfolioProcess(portfolio: Readable, signal: AbortSignal): Promise<PortfolioProcess> {
  const file = { name: portfolioFileName, content: portfolio, signal }
  const task = { purpose: 'portfolio', module, loadsAddons: true, limits, file } as const
  return FolderChild.start(task, (folder) => ({ kind: 'open', folder }))
}
