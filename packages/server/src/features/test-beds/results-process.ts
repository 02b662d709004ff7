import path from 'node:path'
import { FolderChild } from '../../platform/sandbox/folder-child.ts'
import type { ResultsQuestion } from './results-request.ts'

const module = path.join(import.meta.dirname, 'results-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 300 }

/** A child process with a database over result files. */
export type ResultsProcess = FolderChild<ResultsQuestion>

export function startResultsProcess(): Promise<ResultsProcess> {
  const task = { purpose: 'tests', module, loadsAddons: true, limits } as const
  return FolderChild.start(task, (folder) => ({ kind: 'open', folder }))
}
