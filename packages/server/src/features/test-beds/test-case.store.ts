import { and, asc, between, eq, gt, lt, sql } from 'drizzle-orm'
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
  const [found] = await readBlocks(tx, versionId, block, block)
  return found
}

/** The blocks with these numbers and those between them. */
export function readBlocks(
  tx: TenantTransaction,
  versionId: string,
  first: number,
  last: number,
): Promise<CaseBlock[]> {
  return tx.q
    .select(columns)
    .from(testCaseBlocks)
    .where(
      and(
        eq(testCaseBlocks.tenantId, tx.tenantId),
        eq(testCaseBlocks.versionId, versionId),
        between(testCaseBlocks.block, first, last),
      ),
    )
    .orderBy(asc(testCaseBlocks.block))
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
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await tx.q.execute<{
    number: number
    inputs: string
    expected: string
    marks: string
    count: number
  }>(sql`
    SELECT (before + place)::int AS number, line.inputs, line.expected, line.marks, count(*) OVER ()::int AS count
    FROM test_case_blocks AS b
    CROSS JOIN LATERAL unnest(string_to_array(b.inputs, E'\n'), string_to_array(b.expected, E'\n'),
      string_to_array(b.marks, E'\n')) WITH ORDINALITY AS line (inputs, expected, marks, place)
    WHERE b.tenant_id = ${tx.tenantId} AND b.version_id = ${versionId}
      AND (line.inputs ILIKE ${pattern} OR line.expected ILIKE ${pattern} OR line.marks ILIKE ${pattern})
    ORDER BY number LIMIT ${page.most} OFFSET ${page.from}`)
  const items = rows.map((row) => ({
    number: row.number,
    ...(JSON.parse(row.marks) as Pick<TestCase, 'name' | 'weight' | 'segment'>),
    inputs: JSON.parse(row.inputs) as TestCase['inputs'],
    expected: JSON.parse(row.expected) as TestCase['expected'],
  }))
  return { items, count: rows[0]?.count ?? 0 }
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
  const { rows } = await tx.q.execute<{ inputs: string; marks: string; bed: string; number: number }>(sql`
    WITH newest AS (
      SELECT DISTINCT ON (v.test_bed_id) v.id, b.name, v.source, v.note
      FROM test_bed_versions v JOIN test_beds b ON b.tenant_id = v.tenant_id AND b.id = v.test_bed_id
      WHERE v.tenant_id = ${tx.tenantId} AND b.engine_id = ${engineId}
      ORDER BY v.test_bed_id, v.number DESC
    )
    SELECT line.inputs, line.marks, newest.name AS bed, (before + place)::int AS number
    FROM newest JOIN test_case_blocks c ON c.tenant_id = ${tx.tenantId} AND c.version_id = newest.id AND c.block = 0
    CROSS JOIN LATERAL unnest(string_to_array(c.inputs, E'\n'), string_to_array(c.marks, E'\n'))
      WITH ORDINALITY AS line (inputs, marks, place)
    WHERE newest.source IN ('upload', 'edit', 'regression', 'generated') AND newest.note NOT LIKE 'calls%'
    ORDER BY number, bed LIMIT ${most}`)
  return rows.map(({ inputs, marks, bed, number }) => ({
    name: `${bed} ${(JSON.parse(marks) as { name?: string }).name || number}`,
    inputs: JSON.parse(inputs) as Record<string, unknown>,
  }))
}
