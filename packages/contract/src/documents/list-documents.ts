import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { documentPageSize, productDocument } from './document.ts'
import { productParams } from './section.ts'

/**
 * Search fields of documents. `_co` means contains, case-insensitive. `text_co` searches names and metadata.
 * `documentType` is the id or the whole name of a section; `isstarred` and `isdeleted` are true or false.
 */
export const documentFilters = ['fileName_co', 'text_co', 'documentType', 'fileType', 'isstarred', 'isdeleted'] as const

export type DocumentFilter = (typeof documentFilters)[number]

export const documentSorts = ['fileName', 'fileType', 'size', 'created', 'updated'] as const

export const listDocuments = defineCall({
  id: 'documents.listDocuments',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/list',
  summary:
    'List the documents of a product, a page at a time. Filters: fileName_co (in the name), text_co (in name or metadata), ' +
    'documentType (id or name of a section), fileType, isstarred, isdeleted (true lists what can be brought back).',
  caller: 'user',
  params: productParams,
  body: json(
    listRequest({
      pageSize: documentPageSize,
      sortable: documentSorts,
      searchable: documentFilters,
      defaultSort: '-updated',
    }),
  ),
  output: list(productDocument),
  errors: ['PRODUCT_NOT_FOUND'],
})
