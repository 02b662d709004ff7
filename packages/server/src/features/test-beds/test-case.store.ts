import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { TestCase } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { testCaseBlocks } from '../../platform/db/schema/test-beds.ts'
import { type CaseLines, casesOf } from './case-lines.ts'

/** Cases as stored: one JSON text per line. */
export interface CaseBlock extends CaseLines {
  readonly block: number
  /** Number of cases before this block. */
  readonly before: number
  readonly cases: number
}

export async function insertCaseBlock(tx: TenantTransaction, versionId: string, block: CaseBlock): Promise<void> {
  await tx.q.insert(testCaseBlocks).values({ tenantId: tx.tenantId, versionId, ...block })
}

/** Copies the cases of another version unchanged. */
export async function copyCaseBlocks(tx: TenantTransaction, from: string, to: string): Promise<void> {
  await tx.q.execute(sql`
    INSERT INTO test_case_blocks (tenant_id, version_id, block, before, cases, inputs, expected, marks)
    SELECT tenant_id, ${to}::uuid, block, before, cases, inputs, expected, marks FROM test_case_blocks
    WHERE tenant_id = ${tx.tenantId} AND version_id = ${from}::uuid`)
}

export async function replaceCaseBlock(tx: TenantTransaction, versionId: string, block: CaseBlock): Promise<void> {
  const { cases, inputs, expected, marks } = block
  await tx.q
    .insert(testCaseBlocks)
    .values({ tenantId: tx.tenantId, versionId, ...block })
    .onConflictDoUpdate({
      target: [testCaseBlocks.tenantId, testCaseBlocks.versionId, testCaseBlocks.block],
      set: { cases, inputs, expected, marks },
    })
}

/** The starts of a version's blocks, in order. */
export function blocksOf(
  tx: TenantTransaction,
  versionId: string,
): Promise<Pick<CaseBlock, 'block' | 'before' | 'cases'>[]> {
  return tx.q
    .select({ block: testCaseBlocks.block, before: testCaseBlocks.before, cases: testCaseBlocks.cases })
    .from(testCaseBlocks)
    .where(and(eq(testCaseBlocks.tenantId, tx.tenantId), eq(testCaseBlocks.versionId, versionId)))
    .orderBy(asc(testCaseBlocks.block))
}

const columns = {
  block: testCaseBlocks.block,
  before: testCaseBlocks.before,
  cases: testCaseBlocks.cases,
  inputs: testCaseBlocks.inputs,
  expected: testCaseBlocks.expected,
  marks: testCaseBlocks.marks,
}

export async function readBlock(
  tx: TenantTransaction,
  versionId: string,
  block: number,
): Promise<CaseBlock | undefined> {
  const [row] = await tx.q
    .select(columns)
    .from(testCaseBlocks)
    .where(isBlock(tx, versionId, block))
  return row
}

function isBlock(tx: TenantTransaction, versionId: string, block: number): SQL | undefined {
  return and(
    eq(testCaseBlocks.tenantId, tx.tenantId),
    eq(testCaseBlocks.versionId, versionId),
    eq(testCaseBlocks.block, block),
  )
}

/** A block as it is stored: the thread that computes its cases unpacks it. */
export interface PackedBlock extends Pick<CaseBlock, 'block' | 'before' | 'cases'> {
  readonly inputs: Uint8Array
  readonly expected: Uint8Array
  readonly marks: Uint8Array
}

export async function readPackedBlock(
  tx: TenantTransaction,
  versionId: string,
  block: number,
): Promise<PackedBlock | undefined> {
  const [row] = await tx.q
    .select({
      block: testCaseBlocks.block,
      before: testCaseBlocks.before,
      cases: testCaseBlocks.cases,
      inputs: sql<Uint8Array>`${testCaseBlocks.inputs}`,
      expected: sql<Uint8Array>`${testCaseBlocks.expected}`,
      marks: sql<Uint8Array>`${testCaseBlocks.marks}`,
    })
    .from(testCaseBlocks)
    .where(isBlock(tx, versionId, block))
  return row && { ...row, inputs: alone(row.inputs), expected: alone(row.expected), marks: alone(row.marks) }
}

/** The driver's short buffers share memory with others, which no thread is to get with them. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** The blocks that overlap a range of cases, from 0. */
export function blocksBetween(
  tx: TenantTransaction,
  versionId: string,
  from: number,
  until: number,
): Promise<CaseBlock[]> {
  return tx.q
    .select(columns)
    .from(testCaseBlocks)
    .where(
      and(
        eq(testCaseBlocks.tenantId, tx.tenantId),
        eq(testCaseBlocks.versionId, versionId),
        lt(testCaseBlocks.before, until),
        gt(sql`${testCaseBlocks.before} + ${testCaseBlocks.cases}`, from),
      ),
    )
    .orderBy(asc(testCaseBlocks.block))
}

/** The first cases of a version. */
export async function firstCases(tx: TenantTransaction, versionId: string, most: number): Promise<TestCase[]> {
  const blocks = await blocksBetween(tx, versionId, 0, most)
  return blocks.flatMap((block) => casesOf(block)).slice(0, most)
}

/** Cases whose texts contain a search text: one page, and the total number. */
export async function searchCases(
  tx: TenantTransaction,
  versionId: string,
  search: string,
  page: { readonly from: number; readonly most: number },
): Promise<{ items: TestCase[]; count: number }> {
  const items: TestCase[] = []
  const wanted = search.toLowerCase()
  let count = 0
  for (const { block } of await blocksOf(tx, versionId)) {
    const stored = await readBlock(tx, versionId, block)
    if (stored === undefined) continue
    for (const place of placesOf(stored, wanted)) {
      if (count >= page.from && items.length < page.most) items.push(...casesOf(stored, place, 1))
      count++
    }
  }
  return { items, count }
}

/** The cases of a block whose texts contain a lower-cased text. */
function placesOf(block: CaseLines, wanted: string): readonly number[] {
  const found = new Set<number>()
  for (const text of [block.inputs, block.expected, block.marks]) {
    const lowerCase = text.toLowerCase()
    if (!lowerCase.includes(wanted)) continue
    for (const [place, line] of lowerCase.split('\n').entries()) if (line.includes(wanted)) found.add(place)
  }
  return [...found].toSorted((a, b) => a - b)
}

/**
 * Inputs of cases that people wrote for an engine: the first cases of the newest version of each test bed. Cases taken
 * from calls are left out, because they can be about customers.
 */
export async function writtenCases(
  tx: TenantTransaction,
  engineId: string,
  most: number,
): Promise<{ name: string; inputs: Record<string, unknown> }[]> {
  const { rows } = await tx.q.execute<{ id: string; name: string }>(sql`
    WITH newest AS (
      SELECT DISTINCT ON (v.test_bed_id) v.id, b.name, v.source, v.note
      FROM test_bed_versions v JOIN test_beds b ON b.tenant_id = v.tenant_id AND b.id = v.test_bed_id
      WHERE v.tenant_id = ${tx.tenantId} AND b.engine_id = ${engineId}
      ORDER BY v.test_bed_id, v.number DESC
    )
    SELECT id, name FROM newest
    WHERE source IN ('upload', 'edit', 'regression', 'generated') AND note NOT LIKE 'calls%'
    ORDER BY name`)
  const found: { readonly bed: string; readonly written: TestCase }[] = []
  for (const { id, name: bed } of rows) {
    const block = await readBlock(tx, id, 0)
    if (block !== undefined) for (const written of casesOf(block, 0, most)) found.push({ bed, written })
  }
  return found
    .toSorted((a, b) => a.written.number - b.written.number)
    .slice(0, most)
    .map(({ bed, written: { name, number, inputs } }) => ({ name: `${bed} ${name || number}`, inputs }))
}
