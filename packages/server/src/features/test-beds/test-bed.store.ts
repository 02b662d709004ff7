import type { TestBed, TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { Tolerances } from '@sheetwright/contract/test-beds/test-run.ts'
import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { testBeds, testBedVersions } from '../../platform/db/schema/test-beds.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'

/** Name of the index that keeps the names of an engine's test beds unique. */
export const testBedNameIndex = 'test_beds_name'

export interface TestBedPage {
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | 'updatedAt' | 'serviceName' | '-name' | '-updatedAt' | '-serviceName'
  readonly search: readonly { readonly field: 'productId' | 'engineId' | 'name'; readonly value: unknown }[]
}

/** The caller's access rank on a row's engine. */
export function rankOnEngine(caller: CallerIdentity): SQL<number | null> {
  return rankOn(caller, 'engine', {
    id: sql`${engines.id}`,
    productId: sql`${engines.productId}`,
    tenantId: sql`${engines.tenantId}`,
  })
}

const latest = <T>(column: SQL) =>
  sql<T>`(SELECT ${column} FROM test_bed_versions AS v WHERE v.tenant_id = ${testBeds.tenantId}
    AND v.test_bed_id = ${testBeds.id} ORDER BY v.number DESC LIMIT 1)`

const lastRun = sql<string | null>`(SELECT r.id FROM test_runs AS r WHERE r.tenant_id = ${testBeds.tenantId}
  AND r.test_bed_id = ${testBeds.id} ORDER BY r.created_at DESC LIMIT 1)`

function selectTestBeds(tx: TenantTransaction, caller: CallerIdentity, condition: SQL | undefined) {
  const rank = rankOnEngine(caller)
  return tx.q
    .select({
      id: testBeds.id,
      productId: testBeds.productId,
      productName: products.name,
      engineId: testBeds.engineId,
      serviceName: engines.serviceName,
      name: testBeds.name,
      description: testBeds.description,
      tolerances: testBeds.tolerances,
      latestTestbedVersionId: latest<string | null>(sql`v.id`),
      version: latest<number | null>(sql`v.number`),
      noOfTest: sql<number>`coalesce(${latest(sql`v.cases`)}, 0)::int`,
      createdBy: users.fullName,
      createdAt: testBeds.createdAt,
      updatedAt: testBeds.updatedAt,
      lastRunId: lastRun,
      rank,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(testBeds)
    .innerJoin(
      engines,
      and(eq(engines.tenantId, testBeds.tenantId), eq(engines.id, testBeds.engineId), isNull(engines.deletedAt)),
    )
    .innerJoin(products, and(eq(products.tenantId, testBeds.tenantId), eq(products.id, testBeds.productId)))
    .innerJoin(users, and(eq(users.tenantId, testBeds.tenantId), eq(users.id, testBeds.createdBy)))
    .where(and(eq(testBeds.tenantId, tx.tenantId), sql`${rank} IS NOT NULL`, condition))
}

type Row = Awaited<ReturnType<typeof selectTestBeds>>[number]

function stored(found: Row): TestBed {
  const { rank, count: _, createdAt, updatedAt, ...row } = found
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    mayEdit: (rank ?? 0) >= accessRanks.edit,
  }
}

/** A test bed of an engine that the caller sees. */
export async function findTestBed(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string,
): Promise<TestBed | undefined> {
  const [row] = await selectTestBeds(tx, caller, eq(testBeds.id, id))
  return row && stored(row)
}

export async function listTestBeds(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { page, pageSize, sort, search }: TestBedPage,
): Promise<{ items: TestBed[]; count: number }> {
  const conditions = search.map(({ field, value }) => {
    if (field === 'name') return sql`strpos(name_key(${testBeds.name}), name_key(${String(value)})) > 0`
    const column = field === 'productId' ? testBeds.productId : testBeds.engineId
    return sql`${column}::text = ${String(value)}`
  })
  const column = {
    name: sql`${testBeds.name} COLLATE name_order`,
    serviceName: sql`${engines.serviceName} COLLATE name_order`,
    updatedAt: sql`${testBeds.updatedAt}`,
  }[sort.replace('-', '') as 'name']
  const rows = await selectTestBeds(tx, caller, and(...conditions))
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), desc(testBeds.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items: rows.map(stored), count: rows[0]?.count ?? 0 }
}

export interface NewTestBed {
  readonly productId: string
  readonly engineId: string
  readonly name: string
  readonly description: string
  readonly tolerances: Tolerances
  readonly createdBy: string
}

export async function insertTestBed(tx: TenantTransaction, testBed: NewTestBed): Promise<string> {
  const id = newId()
  await tx.q.insert(testBeds).values({ tenantId: tx.tenantId, id, ...testBed })
  return id
}

export async function updateTestBed(
  tx: TenantTransaction,
  id: string,
  changes: Partial<Pick<NewTestBed, 'name' | 'description' | 'tolerances'>>,
): Promise<void> {
  await tx.q
    .update(testBeds)
    .set({ ...changes, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(testBeds.tenantId, tx.tenantId), eq(testBeds.id, id)))
}

/** Locks a test bed until the transaction ends: its next version is made from the latest one by one at a time. */
export async function lockTestBed(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .select({ id: testBeds.id })
    .from(testBeds)
    .where(and(eq(testBeds.tenantId, tx.tenantId), eq(testBeds.id, id)))
    .for('update')
}

export async function deleteTestBed(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.delete(testBeds).where(and(eq(testBeds.tenantId, tx.tenantId), eq(testBeds.id, id)))
}

/** Id of an engine's test bed with this name. */
export async function testBedIdOf(tx: TenantTransaction, engineId: string, name: string): Promise<string | undefined> {
  const [row] = await tx.q
    .select({ id: testBeds.id })
    .from(testBeds)
    .where(
      and(
        eq(testBeds.tenantId, tx.tenantId),
        eq(testBeds.engineId, engineId),
        sql`name_key(${testBeds.name}) = name_key(${name})`,
      ),
    )
  return row?.id
}

function selectVersions(tx: TenantTransaction, condition: SQL | undefined) {
  return tx.q
    .select({
      id: testBedVersions.id,
      testbedId: testBedVersions.testBedId,
      number: testBedVersions.number,
      source: testBedVersions.source,
      note: testBedVersions.note,
      noOfTest: testBedVersions.cases,
      inputs: testBedVersions.inputs,
      outputs: testBedVersions.outputs,
      fileName: testBedVersions.fileName,
      createdBy: users.fullName,
      createdAt: testBedVersions.createdAt,
    })
    .from(testBedVersions)
    .innerJoin(users, and(eq(users.tenantId, testBedVersions.tenantId), eq(users.id, testBedVersions.createdBy)))
    .where(and(eq(testBedVersions.tenantId, tx.tenantId), condition))
    .orderBy(desc(testBedVersions.number))
}

function storedVersion({
  createdAt,
  inputs,
  outputs,
  ...row
}: Awaited<ReturnType<typeof selectVersions>>[number]): TestBedVersion {
  return { ...row, inputs: [...inputs], outputs: [...outputs], createdAt: createdAt.toISOString() }
}

export async function listTestBedVersions(tx: TenantTransaction, testBedId: string): Promise<TestBedVersion[]> {
  return (await selectVersions(tx, eq(testBedVersions.testBedId, testBedId))).map(storedVersion)
}

export async function findTestBedVersion(
  tx: TenantTransaction,
  testBedId: string,
  id: string,
): Promise<TestBedVersion | undefined> {
  const [row] = await selectVersions(tx, and(eq(testBedVersions.testBedId, testBedId), eq(testBedVersions.id, id)))
  return row && storedVersion(row)
}

export interface NewVersion {
  readonly testBedId: string
  readonly source: TestBedVersion['source']
  readonly note: string
  readonly cases: number
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly fileHash?: string
  readonly fileName?: string
  readonly createdBy: string
}

/** Inserts the next version; locks the test bed, so that two never get the same number. */
export async function insertTestBedVersion(tx: TenantTransaction, version: NewVersion): Promise<string> {
  const id = newId()
  await updateTestBed(tx, version.testBedId, {})
  const number = sql<number>`(SELECT coalesce(max(v.number), 0) + 1 FROM test_bed_versions AS v
    WHERE v.tenant_id = ${tx.tenantId} AND v.test_bed_id = ${version.testBedId})`
  await tx.q.insert(testBedVersions).values({ tenantId: tx.tenantId, id, ...version, number })
  return id
}

/** For a version whose cases were written after it. */
export async function updateVersionCases(tx: TenantTransaction, id: string, cases: number): Promise<void> {
  await tx.q
    .update(testBedVersions)
    .set({ cases })
    .where(and(eq(testBedVersions.tenantId, tx.tenantId), eq(testBedVersions.id, id)))
}
