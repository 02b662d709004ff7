import type { TestBedTemplate } from '@sheetwright/contract/test-beds/test-bed-template.ts'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { engines, engineVersions } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { testBedTemplates, testBedTemplateVersions } from '../../platform/db/schema/test-beds.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOnEngine } from './test-bed.store.ts'

type TemplateVersion = TestBedTemplate['latest']

export const templateNameIndex = 'test_bed_templates_name'

const versionColumns = {
  id: testBedTemplateVersions.id,
  number: testBedTemplateVersions.number,
  engineVersionId: testBedTemplateVersions.engineVersionId,
  revision: sql<string>`${engineVersions.major} || '.' || ${engineVersions.minor} || '.' || ${engineVersions.patch}`,
  inputs: testBedTemplateVersions.inputs,
  outputs: testBedTemplateVersions.outputs,
  createdBy: users.fullName,
  createdAt: testBedTemplateVersions.createdAt,
}

function versionOf(
  row: {
    [K in keyof typeof versionColumns]: K extends 'createdAt'
      ? Date
      : K extends 'inputs' | 'outputs'
        ? readonly string[] | null
        : K extends 'number'
          ? number
          : string
  },
): TemplateVersion {
  const { inputs, outputs, createdAt, ...rest } = row
  return {
    ...rest,
    inputs: inputs && [...inputs],
    outputs: outputs && [...outputs],
    createdAt: createdAt.toISOString(),
  }
}

function selectTemplates(tx: TenantTransaction, caller: CallerIdentity, condition: SQL | undefined) {
  const isLatest = sql`${testBedTemplateVersions.number} = (SELECT max(v.number) FROM test_bed_template_versions AS v
    WHERE v.tenant_id = ${testBedTemplates.tenantId} AND v.template_id = ${testBedTemplates.id})`
  return tx.q
    .select({
      template: {
        id: testBedTemplates.id,
        productId: testBedTemplates.productId,
        productName: products.name,
        engineId: testBedTemplates.engineId,
        serviceName: engines.serviceName,
        name: testBedTemplates.name,
        description: testBedTemplates.description,
      },
      updatedAt: testBedTemplates.updatedAt,
      version: versionColumns,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(testBedTemplates)
    .innerJoin(
      testBedTemplateVersions,
      and(
        eq(testBedTemplateVersions.tenantId, testBedTemplates.tenantId),
        eq(testBedTemplateVersions.templateId, testBedTemplates.id),
        isLatest,
      ),
    )
    .innerJoin(
      engineVersions,
      and(
        eq(engineVersions.tenantId, testBedTemplates.tenantId),
        eq(engineVersions.id, testBedTemplateVersions.engineVersionId),
      ),
    )
    .innerJoin(
      engines,
      and(
        eq(engines.tenantId, testBedTemplates.tenantId),
        eq(engines.id, testBedTemplates.engineId),
        isNull(engines.deletedAt),
      ),
    )
    .innerJoin(
      products,
      and(eq(products.tenantId, testBedTemplates.tenantId), eq(products.id, testBedTemplates.productId)),
    )
    .innerJoin(
      users,
      and(eq(users.tenantId, testBedTemplates.tenantId), eq(users.id, testBedTemplateVersions.createdBy)),
    )
    .where(and(eq(testBedTemplates.tenantId, tx.tenantId), sql`${rankOnEngine(caller)} IS NOT NULL`, condition))
}

function stored({
  template,
  updatedAt,
  version,
}: Awaited<ReturnType<typeof selectTemplates>>[number]): TestBedTemplate {
  return { ...template, updatedAt: updatedAt.toISOString(), latest: versionOf(version) }
}

export async function findTemplate(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string,
): Promise<TestBedTemplate | undefined> {
  const [row] = await selectTemplates(tx, caller, eq(testBedTemplates.id, id))
  return row && stored(row)
}

export interface TemplatePage {
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | 'updatedAt' | '-name' | '-updatedAt'
  readonly search: readonly { readonly field: 'productId' | 'engineId' | 'name'; readonly value: unknown }[]
}

export async function listTemplates(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { page, pageSize, sort, search }: TemplatePage,
): Promise<{ items: TestBedTemplate[]; count: number }> {
  const conditions = search.map(({ field, value }) => {
    if (field === 'name') return sql`strpos(name_key(${testBedTemplates.name}), name_key(${String(value)})) > 0`
    const column = field === 'productId' ? testBedTemplates.productId : testBedTemplates.engineId
    return sql`${column}::text = ${String(value)}`
  })
  const column = sort.endsWith('name')
    ? sql`${testBedTemplates.name} COLLATE name_order`
    : sql`${testBedTemplates.updatedAt}`
  const rows = await selectTemplates(tx, caller, and(...conditions))
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), desc(testBedTemplates.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items: rows.map(stored), count: rows[0]?.count ?? 0 }
}

export async function listTemplateVersions(tx: TenantTransaction, templateId: string): Promise<TemplateVersion[]> {
  const rows = await tx.q
    .select(versionColumns)
    .from(testBedTemplateVersions)
    .innerJoin(
      engineVersions,
      and(
        eq(engineVersions.tenantId, testBedTemplateVersions.tenantId),
        eq(engineVersions.id, testBedTemplateVersions.engineVersionId),
      ),
    )
    .innerJoin(
      users,
      and(eq(users.tenantId, testBedTemplateVersions.tenantId), eq(users.id, testBedTemplateVersions.createdBy)),
    )
    .where(and(eq(testBedTemplateVersions.tenantId, tx.tenantId), eq(testBedTemplateVersions.templateId, templateId)))
    .orderBy(desc(testBedTemplateVersions.number))
  return rows.map(versionOf)
}

export async function insertTemplate(
  tx: TenantTransaction,
  template: { productId: string; engineId: string; name: string; description: string },
): Promise<string> {
  const id = newId()
  await tx.q.insert(testBedTemplates).values({ tenantId: tx.tenantId, id, ...template })
  return id
}

/** Inserts the next version, with changes to the template. */
export async function insertTemplateVersion(
  tx: TenantTransaction,
  templateId: string,
  changes: { name?: string | undefined; description?: string | undefined },
  version: {
    engineVersionId: string
    inputs: readonly string[] | null
    outputs: readonly string[] | null
    createdBy: string
  },
): Promise<void> {
  const { name, description } = changes
  await tx.q
    .update(testBedTemplates)
    .set({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(testBedTemplates.tenantId, tx.tenantId), eq(testBedTemplates.id, templateId)))
  const number = sql<number>`(SELECT coalesce(max(v.number), 0) + 1 FROM test_bed_template_versions AS v
    WHERE v.tenant_id = ${tx.tenantId} AND v.template_id = ${templateId})`
  await tx.q
    .insert(testBedTemplateVersions)
    .values({ tenantId: tx.tenantId, id: newId(), templateId, ...version, number })
}

export async function deleteTemplate(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .delete(testBedTemplates)
    .where(and(eq(testBedTemplates.tenantId, tx.tenantId), eq(testBedTemplates.id, id)))
}
