import { filesRootPath, productsRootPath } from '@sheetwright/contract/files/file-entry.ts'
import { getFolderContent } from '@sheetwright/contract/files/get-folder-content.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { type CallContext, handle } from '../../platform/http/handle.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { folderAt, namesIn, shownFile, shownFolder, viewerOf, virtualFolder } from './entry.access.ts'
import { listChildren } from './entry.store.ts'
import { productsRoot, productTree } from './product-folders.ts'

type Context = CallContext<typeof getFolderContent>
type Content = ResultOf<typeof getFolderContent>

export const getFolderContentHandler = handle(getFolderContent, (context) => {
  const { caller, query, services } = context
  const [top] = namesIn(query.path)
  return services.db.inTenant(caller.tenantId, async (tx) => {
    if (top === undefined) return topLevel()
    const tree = `/${top.toLowerCase()}`
    if (tree === productsRootPath) return productTree(tx, caller, namesIn(query.path).slice(1), query)
    if (tree === filesRootPath) return ownFolder(tx, context)
    throw new CallError('FOLDER_NOT_FOUND', `There is no folder "${query.path}"`)
  })
})

function topLevel(): Content {
  const folders = [shownFolder({ entry: undefined }), productsRoot]
  return { folder: top, parents: [], folders, documents: [], count: folders.length }
}

/** The common root of the two trees; nothing can be added to it. */
const top = virtualFolder({ id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', name: '', path: '/', kind: 'root' })

async function ownFolder(tx: TenantTransaction, { caller, query }: Context): Promise<Content> {
  const viewer = viewerOf(caller)
  const found = await folderAt(tx, viewer, query.path)
  const { items, count } = await listChildren(tx, viewer, found.entry?.id ?? null, {
    ...query,
    foldersOnly: query.folders === 'only',
  })
  const root = shownFolder({ entry: undefined })
  return {
    folder: shownFolder(found),
    parents: [...(found.entry === undefined ? [] : [root]), ...found.parents].map(({ id, name, path }) => ({
      id,
      name,
      path,
    })),
    folders: items.filter(({ kind }) => kind === 'folder').map((entry) => shownFolder({ entry })),
    documents: items.filter(({ kind }) => kind === 'file').map(shownFile),
    count,
  }
}
