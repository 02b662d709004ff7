import type { TemplateFilter } from '@sheetwright/contract/templates/list-templates.ts'
import type { Template } from '@sheetwright/contract/templates/template.ts'
import { and, arrayOverlaps, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { templateFavourites, templates } from '../../platform/db/schema/templates.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { type StarterFile, starterFiles, starterSize } from './starter-files.ts'

/** Name of the index that keeps the names of live templates unique. */
export const templateNameIndex = 'templates_name'

/** Adds the starters that a tenant has not had yet, except deleted ones and those whose name is taken. */
export async function addStarters(tx: TenantTransaction): Promise<void> {
  const had = await tx.q
    .select({ starter: templates.starter })
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, tx.tenantId),
        inArray(
          templates.starter,
          starterFiles.map(({ starter }) => starter),
        ),
      ),
    )
  const known = new Set(had.map(({ starter }) => starter))
  const missing = starterFiles.filter(({ starter }) => !known.has(starter))
  if (missing.length === 0) return
  const rows = await Promise.all(missing.map((file) => starterRow(tx.tenantId, file)))
  await tx.q.insert(templates).values(rows).onConflictDoNothing()
}

async function starterRow(tenantId: string, { starter, name, words, categories, description, file }: StarterFile) {
  const fileSize = await starterSize(starter)
  return {
    tenantId,
    id: newId(),
    name,
    words,
    categories: [...categories],
    description,
    starter,
    fileName: file,
    fileSize,
  }
}

export interface StoredTemplate extends Template {
  readonly fileHash: string | null
  /** The starter that its file comes from, even after changes. */
  readonly origin: Template['starter']
}

interface TemplatePage {
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | '-name' | 'updated' | '-updated'
  readonly filters: readonly SQL[]
}

export async function listTemplates(
  tx: TenantTransaction,
  reader: UserIdentity,
  { page, pageSize, sort, filters }: TemplatePage,
): Promise<{ items: StoredTemplate[]; count: number }> {
  const column = sort.endsWith('name') ? sql`${templates.name} COLLATE name_order` : sql`${templates.updatedAt}`
  const condition = and(isLive(tx), ...filters)
  const rows = await selectTemplates(tx, reader, condition)
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), asc(templates.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return {
    items: rows.map((row) => storedTemplate(row, reader)),
    count: await tx.q.$count(templates, condition),
  }
}

export async function findTemplate(
  tx: TenantTransaction,
  reader: UserIdentity,
  id: string,
): Promise<StoredTemplate | undefined> {
  const [row] = await selectTemplates(tx, reader, and(isLive(tx), eq(templates.id, id)))
  return row && storedTemplate(row, reader)
}

/** The SQL condition of each search field of the list call. */
export const templateFilters: Record<TemplateFilter, (value: string, reader: UserIdentity) => SQL> = {
  templateName_co: (value) =>
    sql`name_key(${templates.name} || ' ' || ${templates.description} || ' ' || ${templates.words})
      LIKE name_key(${`%${value.replace(/[\\%_]/g, '\\$&')}%`})`,
  category_in: (value) =>
    arrayOverlaps(
      templates.categories,
      value.split(',').map((key) => key.trim()),
    ),
  isstarred: (value, { userId }) => (value === 'true' ? isFavouriteOf(userId) : sql`NOT ${isFavouriteOf(userId)}`),
}

/** The categories of live templates. */
export async function templateCategories(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.q
    .selectDistinct({ key: sql<string>`unnest(${templates.categories})`.as('key') })
    .from(templates)
    .where(isLive(tx))
    .orderBy(sql`1`)
  return rows.map(({ key }) => key)
}

interface TemplateContent {
  readonly fileName: string
  readonly fileHash: string
  readonly fileSize: number
}

interface TemplateFields {
  readonly name: string
  readonly categories: string[]
  readonly description: string
}

export async function insertTemplate(
  tx: TenantTransaction,
  ownerId: string,
  fields: TemplateFields,
  content: TemplateContent,
): Promise<string> {
  const id = newId()
  await tx.q.insert(templates).values({ tenantId: tx.tenantId, id, ownerId, ...fields, ...content })
  return id
}

export async function updateTemplate(
  tx: TenantTransaction,
  id: string,
  fields: TemplateFields,
  content: TemplateContent | undefined,
): Promise<void> {
  await tx.q
    .update(templates)
    .set({ ...fields, ...content, changed: true, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(templates.tenantId, tx.tenantId), eq(templates.id, id)))
}

/** Keeps the row of a starter, so that the starter is not added again; its content is deleted. */
export async function removeTemplate(tx: TenantTransaction, id: string): Promise<void> {
  const isIt = and(eq(templates.tenantId, tx.tenantId), eq(templates.id, id))
  await tx.q.delete(templates).where(and(isIt, isNull(templates.starter)))
  await tx.q.update(templates).set({ deletedAt: sql`now()`, fileHash: null }).where(isIt)
}

export async function setFavouriteTemplate(
  tx: TenantTransaction,
  userId: string,
  templateId: string,
  isFavourite: boolean,
): Promise<void> {
  const row = { tenantId: tx.tenantId, userId, templateId }
  if (isFavourite) {
    await tx.q.insert(templateFavourites).values(row).onConflictDoNothing()
    return
  }
  const { tenantId, ...columns } = templateFavourites
  await tx.q
    .delete(templateFavourites)
    .where(and(eq(tenantId, tx.tenantId), eq(columns.userId, userId), eq(columns.templateId, templateId)))
}

function selectTemplates(tx: TenantTransaction, { userId }: UserIdentity, condition: SQL | undefined) {
  return tx.q
    .select({
      id: templates.id,
      name: templates.name,
      categories: templates.categories,
      description: templates.description,
      starter: templates.starter,
      changed: templates.changed,
      fileName: templates.fileName,
      fileHash: templates.fileHash,
      fileSize: templates.fileSize,
      ownerId: templates.ownerId,
      isStarred: isFavouriteOf(userId),
      updatedAt: templates.updatedAt,
    })
    .from(templates)
    .where(condition)
}

type Row = Awaited<ReturnType<typeof selectTemplates>>[number]

function storedTemplate(row: Row, { userId, isAdmin, isSuperuser }: UserIdentity): StoredTemplate {
  const { name, fileName, fileSize, ownerId, changed, starter, updatedAt, ...rest } = row
  return {
    ...rest,
    templateName: name,
    file: { name: fileName, size: fileSize },
    starter: changed ? null : starter,
    origin: starter,
    mayChange: isAdmin || isSuperuser || ownerId === userId,
    updatedAt: updatedAt.toISOString(),
  }
}

function isLive(tx: TenantTransaction): SQL | undefined {
  return and(eq(templates.tenantId, tx.tenantId), isNull(templates.deletedAt))
}

function isFavouriteOf(userId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM ${templateFavourites}
    WHERE ${templateFavourites.tenantId} = ${templates.tenantId}
      AND ${templateFavourites.templateId} = ${templates.id}
      AND ${templateFavourites.userId} = ${userId})`
}
