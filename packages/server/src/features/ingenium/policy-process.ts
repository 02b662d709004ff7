import path from 'node:path'
import type { Readable } from 'node:stream'
import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { FolderChild } from '../../platform/sandbox/folder-child.ts'
import type { Position } from './layout/raw-record.ts'
import { extractFile, type PolicyQuestion } from './policy-request.ts'

const module = path.join(import.meta.dirname, 'policy-child.ts')
const limits = { memoryMegabytes: 512, seconds: 600 }

/** A child process that reads an extract and writes results. */
export type PolicyProcess = FolderChild<PolicyQuestion>

export function startPolicyProcess(
  extract: Readable,
  mapping: PolicyMapping,
  from: Position,
  signal: AbortSignal,
): Promise<PolicyProcess> {
  const file = { name: extractFile, content: extract, signal }
  const task = { purpose: 'policies', module, limits, file } as const
  return FolderChild.start(task, (folder) => ({ kind: 'open', folder, mapping, from }))
}
