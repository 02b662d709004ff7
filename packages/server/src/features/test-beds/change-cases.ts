import type { CaseContent, TestCase } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { blockCases, CaseLineWriter, casesOf } from './case-lines.ts'
import { type CaseBlock, blocksOf, copyCaseBlocks, readBlock, replaceCaseBlock } from './test-case.store.ts'
import { writeCases } from './write-cases.ts'

export interface CaseChanges {
  readonly changed: readonly TestCase[]
  readonly added: readonly CaseContent[]
  readonly removed: readonly number[]
}

/** Copies the cases of a version into the next one, with changes. */
export async function changeCases(
  tx: TenantTransaction,
  from: string | undefined,
  to: string,
  { changed, added, removed }: CaseChanges,
): Promise<void> {
  if (from === undefined) return void (await writeCases(tx, to, added))
  const changes = new Map(changed.map(({ number, ...content }) => [number, content]))
  if (removed.length > 0) {
    const gone = new Set(removed)
    return void (await writeCases(tx, to, remaining(tx, from, changes, gone, added)))
  }
  await copyCaseBlocks(tx, from, to)
  const blocks = await blocksOf(tx, to)
  for (const { block, before, cases } of blocks) {
    if (![...changes.keys()].some((number) => number > before && number <= before + cases)) continue
    const stored = await readBlock(tx, to, block)
    if (stored) await replaceCaseBlock(tx, to, rewritten(stored, changes, []))
  }
  await append(tx, to, blocks.at(-1), added)
}

/** New cases fill up the last block first: a test bed often grows one case at a time. */
async function append(
  tx: TenantTransaction,
  to: string,
  last: Pick<CaseBlock, 'block' | 'before' | 'cases'> | undefined,
  added: readonly CaseContent[],
): Promise<void> {
  if (last === undefined) return void (await writeCases(tx, to, added))
  const room = Math.max(0, Math.min(added.length, blockCases - last.cases))
  if (room > 0) {
    const stored = await readBlock(tx, to, last.block)
    if (stored) await replaceCaseBlock(tx, to, rewritten(stored, new Map(), added.slice(0, room)))
  }
  const next = { block: last.block + 1, before: last.before + last.cases + room }
  await writeCases(tx, to, added.slice(room), next)
}

function rewritten(
  stored: CaseBlock,
  changes: ReadonlyMap<number, CaseContent>,
  added: readonly CaseContent[],
): CaseBlock {
  const lines = new CaseLineWriter()
  for (const { number, ...content } of casesOf(stored)) lines.add(changes.get(number) ?? content)
  for (const content of added) lines.add(content)
  return { ...stored, cases: lines.count, ...lines.end() }
}

async function* remaining(
  tx: TenantTransaction,
  from: string,
  changes: ReadonlyMap<number, CaseContent>,
  gone: ReadonlySet<number>,
  added: readonly CaseContent[],
): AsyncGenerator<CaseContent> {
  for (const { block } of await blocksOf(tx, from)) {
    const stored = await readBlock(tx, from, block)
    for (const { number, ...content } of stored ? casesOf(stored) : []) {
      if (!gone.has(number)) yield changes.get(number) ?? content
    }
  }
  yield* added
}
