import type { CaseContent } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { blockCases, CaseLineWriter } from './case-lines.ts'
import { insertCaseBlock } from './test-case.store.ts'

/** Writes cases in blocks as they arrive. */
export async function writeCases(
  tx: TenantTransaction,
  versionId: string,
  cases: Iterable<CaseContent> | AsyncIterable<CaseContent>,
  from: { readonly block: number; readonly before: number } = { block: 0, before: 0 },
): Promise<number> {
  let { block, before } = from
  let lines = new CaseLineWriter()
  const flush = async (): Promise<void> => {
    if (lines.count === 0) return
    await insertCaseBlock(tx, versionId, { block, before, cases: lines.count, ...lines.end() })
    block++
    before += lines.count
    lines = new CaseLineWriter()
  }
  for await (const content of cases) {
    lines.add(content)
    if (lines.count >= blockCases) await flush()
  }
  await flush()
  return before
}
