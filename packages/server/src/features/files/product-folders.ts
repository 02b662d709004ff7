import type { ResultOf } from '@sheetwright/contract/call.ts'
import { type FileEntry, type Folder, productsRootPath } from '@sheetwright/contract/files/file-entry.ts'
import type { getFolderContent } from '@sheetwright/contract/files/get-folder-content.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { listDocuments, type StoredDocument } from '../documents/document.store.ts'
import * as documentFilters from '../documents/document-filter.store.ts'
import { listSections, type StoredSection } from '../documents/section.store.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct, listProducts, type StoredProduct } from '../products/product.store.ts'
import { orderBy } from '../products/product-filter.store.ts'
import { virtualFolder } from './entry.access.ts'

type Content = ResultOf<typeof getFolderContent>

interface Wanted {
  readonly page: number
  readonly pageSize: number
  readonly sort: string
  readonly folders: 'all' | 'only'
}

/** The folder that shows the products. */
export const productsRoot: Folder = virtualFolder({
  id: '11111111-1111-4111-8111-111111111111',
  name: 'products',
  path: productsRootPath,
  kind: 'products',
})

/** Products, their sections and documents as folders and files, if the caller sees the product. */
export async function productTree(
  tx: TenantTransaction,
  caller: UserIdentity,
  [productName, sectionName, ...more]: readonly string[],
  wanted: Wanted,
): Promise<Content> {
  if (productName === undefined) return products(tx, caller, wanted)
  const product = await findProduct(tx, readerOf(caller), productName)
  if (product === undefined || more.length > 0) throw notFound([productName, sectionName, ...more])
  const sections = await listSections(tx, product.id)
  const folder = productFolder(product)
  if (sectionName === undefined) {
    const folders = sections.map((section) => sectionFolder(folder, section))
    return { folder, parents: [productsRoot].map(placeOf), folders, documents: [], count: folders.length }
  }
  const section = sections.find(({ name }) => sameName(name, sectionName))
  if (section === undefined) throw notFound([productName, sectionName])
  return documents(tx, caller, { folder, section, sections }, wanted)
}

async function products(tx: TenantTransaction, caller: UserIdentity, wanted: Wanted): Promise<Content> {
  const { page, pageSize } = wanted
  const sort = wanted.sort.endsWith('updatedAt')
    ? wanted.sort.startsWith('-')
      ? '-updated'
      : 'updated'
    : nameSort(wanted)
  const { items, count } = await listProducts(tx, readerOf(caller), {
    page,
    pageSize,
    sort,
    order: orderBy(sort),
    filters: [],
  })
  return { folder: productsRoot, parents: [], folders: items.map(productFolder), documents: [], count }
}

async function documents(
  tx: TenantTransaction,
  caller: UserIdentity,
  place: { folder: Folder; section: StoredSection; sections: readonly StoredSection[] },
  wanted: Wanted,
): Promise<Content> {
  const { page, pageSize } = wanted
  const folder = sectionFolder(place.folder, place.section)
  const parents = [productsRoot, place.folder].map(placeOf)
  if (wanted.folders === 'only') return { folder, parents, folders: [], documents: [], count: 0 }
  const down = wanted.sort.startsWith('-')
  const field = documentSort[wanted.sort.replace('-', '')] ?? 'fileName'
  const { items, count } = await listDocuments(tx, caller, place.section.productId, {
    page,
    pageSize,
    order: documentFilters.orderBy(down ? `-${field}` : field),
    filters: documentFilters.filterBy([{ field: 'documentType', value: place.section.id }], {
      caller,
      sections: place.sections,
    }),
    state: 'live',
  })
  return { folder, parents, folders: [], documents: items.map((document) => shownDocument(folder, document)), count }
}

const documentSort: Readonly<Record<string, 'fileName' | 'size' | 'updated'>> = {
  name: 'fileName',
  size: 'size',
  updatedAt: 'updated',
}

function nameSort({ sort }: Wanted): 'name' | '-name' {
  return sort.startsWith('-') ? '-name' : 'name'
}

function productFolder({ id, name, access, createdAt, updatedAt }: StoredProduct): Folder {
  return virtualFolder({
    id,
    name,
    path: `${productsRootPath}/${name}`,
    kind: 'product',
    parentId: productsRoot.id,
    productId: id,
    access,
    createdAt,
    updatedAt,
  })
}

function sectionFolder(product: Folder, { id, name }: StoredSection): Folder {
  return virtualFolder({
    ...product,
    id,
    name,
    path: `${product.path}/${name}`,
    kind: 'section',
    parentId: product.id,
  })
}

function shownDocument(section: Folder, document: StoredDocument): FileEntry {
  const { id, contentType, size, hash, version, metadata, access, createdAt, updatedAt, deletedAt } = document
  return {
    id,
    contentType,
    size,
    hash,
    version,
    metadata,
    access,
    createdAt,
    updatedAt,
    deletedAt,
    name: document.fileName,
    path: `${section.path}/${document.fileName}`,
    privacyLevel: 'Restricted',
    userGroups: [],
    userIds: [],
    createdBy: document.uploadedBy,
    updatedBy: document.uploadedBy,
    folderId: section.id,
    productId: document.productId,
  }
}

function placeOf({ id, name, path }: Folder) {
  return { id, name, path }
}

function sameName(one: string, other: string): boolean {
  return one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()
}

function notFound(names: readonly (string | undefined)[]): CallError {
  const path = [productsRootPath, ...names.filter((name) => name !== undefined)].join('/')
  return new CallError('FOLDER_NOT_FOUND', `There is no folder "${path}"`)
}
