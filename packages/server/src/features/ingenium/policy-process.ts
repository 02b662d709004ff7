import path from 'node:path'
import type { Readable } from 'node:stream'
import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { FileChild } from '../../platform/sandbox/file-child.ts'
import type { Position } from './layout/raw-record.ts'
import { extractFile, type PolicyQuestion } from './policy-request.ts'

const module = path.join(import.meta.dirname, 'policy-child.ts')
const limits = { memoryMegabytes: 512, seconds: 600 }

/** A child process that reads an extract and writes results. */
export type PolicyProcess = FileChild<PolicyQuestion>

export function startPolicyProcess(
  extract: Readable,
  mapping: PolicyMapping,
  from: Position,
  signal: AbortSignal,
): Promise<PolicyProcess> {
  const task = { name: 'policies' as const, fileName: extractFile, module, limits }
  return FileChild.start(task, extract, signal, (folder) => ({ kind: 'open', folder, mapping, from }))
}
