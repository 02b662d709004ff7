import { documentFileTypes } from '@sheetwright/contract/documents/file-types.ts'
import type { DocumentFilter, documentSorts } from '@sheetwright/contract/documents/list-documents.ts'
import { asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { productDocuments, productDocumentVersions } from '../../platform/db/schema/documents.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { isFavouriteOf } from './document.store.ts'
import type { StoredSection } from './section.store.ts'

type SearchValue = string | number | boolean

interface Scope {
  readonly caller: UserIdentity
  readonly sections: readonly StoredSection[]
}

/** The SQL condition of each search field of the list call; live or deleted is decided before. */
const filters: Record<Exclude<DocumentFilter, 'isdeleted'>, (value: SearchValue, scope: Scope) => SQL> = {
  fileName_co: (value) => sql`name_key(${productDocuments.fileName}) LIKE ${containing(value)}`,
  text_co: (value) => sql`(name_key(${productDocuments.fileName}) LIKE ${containing(value)} OR EXISTS (
    SELECT FROM jsonb_each_text(${productDocuments.metadata}) AS fact
    WHERE name_key(fact.key) LIKE ${containing(value)} OR name_key(fact.value) LIKE ${containing(value)}))`,
  documentType: (value, { sections }) => {
    const section =
      sections.find(({ id }) => id === value) ?? sections.find(({ name }) => sameName(name, String(value)))
    return section === undefined ? isNull(productDocuments.id) : eq(productDocuments.sectionId, section.id)
  },
  fileType: (value) => {
    const fileType = documentFileTypes.find((type) => type.toLowerCase() === String(value).toLowerCase())
    return fileType === undefined ? isNull(productDocuments.id) : eq(productDocuments.fileType, fileType)
  },
  isstarred: (value, { caller }) =>
    flagOf('isstarred', value) ? isFavouriteOf(caller.userId) : sql`NOT ${isFavouriteOf(caller.userId)}`,
}

type Search = readonly { readonly field: DocumentFilter; readonly value: SearchValue }[]

export function filterBy(search: Search, scope: Scope): SQL[] {
  return search.flatMap(({ field, value }) => (field === 'isdeleted' ? [] : [filters[field](value, scope)]))
}

export function stateIn(search: Search): 'live' | 'deleted' {
  return search.some(({ field, value }) => field === 'isdeleted' && flagOf(field, value)) ? 'deleted' : 'live'
}

type SortField = (typeof documentSorts)[number]

const sortColumns: Record<SortField, SQL> = {
  fileName: sql`${productDocuments.fileName} COLLATE name_order`,
  fileType: sql`${productDocuments.fileType}`,
  size: sql`${productDocumentVersions.size}`,
  created: sql`${productDocuments.createdAt}`,
  updated: sql`${productDocuments.updatedAt}`,
}

export function orderBy(sort: SortField | `-${SortField}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as SortField]
  return sort.startsWith('-') ? desc(column) : asc(column)
}

/** A LIKE pattern that matches the text literally. */
function containing(value: SearchValue): SQL {
  return sql`name_key(${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`})`
}

function sameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()
}

function flagOf(field: string, value: SearchValue): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new CallError('INVALID_INPUT', `The value of ${field} is neither true nor false`, [
    { field: `body.search.${field}`, message: 'is neither true nor false', allowed: 'true, false' },
  ])
}
