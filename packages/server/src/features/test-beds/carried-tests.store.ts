import type { ForeignApproval } from '@sheetwright/contract/engines/promotion.ts'
import type { ZippedTestBed } from '@sheetwright/contract/products/zip/manifest.ts'
import { caseContent, type CaseContent, mostCases } from '@sheetwright/contract/test-beds/test-bed.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { publishRequestComments, publishRequests } from '../../platform/db/schema/publish-gate.ts'
import { testBeds, testBedVersions } from '../../platform/db/schema/test-beds.ts'
import { users } from '../../platform/db/schema/users.ts'
import { casesOf } from './case-lines.ts'
import { insertTestBed, insertTestBedVersion, testBedIdOf, updateVersionCases } from './test-bed.store.ts'
import { readBlock } from './test-case.store.ts'
import { writeCases } from './write-cases.ts'

/** The newest cases of a test bed, for an export. */
export interface CarriedTestBed extends Omit<ZippedTestBed, 'hash'> {
  readonly versionId: string
  /** Hash of the file that the cases came from. */
  readonly fileHash: string | null
}

export async function testBedsOfEngine(tx: TenantTransaction, engineId: string): Promise<CarriedTestBed[]> {
  const rows = await tx.q
    .select({
      name: testBeds.name,
      description: testBeds.description,
      tolerances: testBeds.tolerances,
      note: testBedVersions.note,
      cases: testBedVersions.cases,
      inputs: testBedVersions.inputs,
      outputs: testBedVersions.outputs,
      versionId: testBedVersions.id,
      fileHash: testBedVersions.fileHash,
    })
    .from(testBeds)
    .innerJoin(
      testBedVersions,
      and(
        eq(testBedVersions.tenantId, testBeds.tenantId),
        sql`${testBedVersions.id} = (SELECT v.id FROM test_bed_versions v WHERE v.tenant_id = ${testBeds.tenantId}
          AND v.test_bed_id = ${testBeds.id} ORDER BY v.number DESC LIMIT 1)`,
      ),
    )
    .where(and(eq(testBeds.tenantId, tx.tenantId), eq(testBeds.engineId, engineId)))
    .orderBy(asc(testBeds.name))
  return rows.map((row) => ({ ...row, inputs: [...row.inputs], outputs: [...row.outputs] }))
}

/** A block of cases, one JSON text per line; undefined after the last one. */
export async function caseLinesOf(
  tx: TenantTransaction,
  versionId: string,
  block: number,
): Promise<string | undefined> {
  const found = await readBlock(tx, versionId, block)
  return (
    found &&
    casesOf(found)
      .map(({ number: _number, ...content }) => `${JSON.stringify(content)}\n`)
      .join('')
  )
}

/** Stores an imported test bed, or its cases as the next version of the one with the same name. */
export async function receiveTestBed(
  tx: TenantTransaction,
  place: { readonly productId: string; readonly engineId: string; readonly userId: string },
  { name, description, tolerances, note, inputs, outputs, hash }: ZippedTestBed,
  lines: AsyncIterable<string>,
): Promise<void> {
  const { productId, engineId, userId: createdBy } = place
  const testBedId =
    (await testBedIdOf(tx, engineId, name)) ??
    (await insertTestBed(tx, { productId, engineId, name, description, tolerances, createdBy }))
  const id = await insertTestBedVersion(tx, {
    testBedId,
    source: 'upload',
    note,
    cases: 0,
    inputs,
    outputs,
    fileHash: hash,
    fileName: `${name.slice(0, 100)}.jsonl`,
    createdBy,
  })
  await updateVersionCases(tx, id, await writeCases(tx, id, casesIn(lines, name)))
}

/** A case in a zip is unreadable. */
export class WrongCase extends Error {}

async function* casesIn(lines: AsyncIterable<string>, name: string): AsyncGenerator<CaseContent> {
  let number = 0
  for await (const line of lines) {
    number++
    const content = caseContent.safeParse(parsed(line))
    if (!content.success) throw new WrongCase(`Case ${number} of the test bed ${name} cannot be read.`)
    if (number > mostCases) throw new WrongCase(`The test bed ${name} has more than ${mostCases} cases.`)
    yield content.data
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** All requests to publish a version, oldest first, with names of people instead of ids. */
export async function approvalsOf(tx: TenantTransaction, versionId: string): Promise<ForeignApproval[]> {
  const requests = await tx.q
    .select()
    .from(publishRequests)
    .where(and(eq(publishRequests.tenantId, tx.tenantId), eq(publishRequests.versionId, versionId)))
    .orderBy(asc(publishRequests.requestedAt))
  if (requests.length === 0) return []
  const names = new Map(
    (await tx.q.select({ id: users.id, name: users.fullName }).from(users).where(eq(users.tenantId, tx.tenantId))).map(
      ({ id, name }) => [id, name.slice(0, 200)],
    ),
  )
  const nameOf = (id: string) => names.get(id) ?? ''
  const approvals: ForeignApproval[] = []
  for (const { id, state, note, requestedBy, requestedAt, decidedBy, decidedAt } of requests) {
    const comments = await tx.q
      .select()
      .from(publishRequestComments)
      .where(and(eq(publishRequestComments.tenantId, tx.tenantId), eq(publishRequestComments.requestId, id)))
      .orderBy(asc(publishRequestComments.writtenAt))
      .limit(1000)
    approvals.push({
      state,
      note: note.slice(0, 4000),
      requestedBy: nameOf(requestedBy),
      requestedAt: requestedAt.toISOString(),
      decidedBy: decidedBy === null ? null : nameOf(decidedBy),
      decidedAt: decidedAt?.toISOString() ?? null,
      comments: comments.map((each) => ({
        text: each.text.slice(0, 4000),
        writtenBy: nameOf(each.writtenBy),
        writtenAt: each.writtenAt.toISOString(),
      })),
    })
  }
  return approvals
}
