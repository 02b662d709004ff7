import { undeleteDocument } from '@sheetwright/contract/documents/undelete-document.ts'
import { everyFileType } from '@sheetwright/contract/documents/section.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { handle } from '../../platform/http/handle.ts'
import { lockProduct } from '../products/product.store.ts'
import { documentFor, requireAdding, sectionFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { withUniqueNames } from './document-failures.ts'
import { unmarkDeleted } from './document.store.ts'
import { findSection, insertSection, listSections, type StoredSection } from './section.store.ts'

export const undeleteDocumentHandler = handle(undeleteDocument, (context) => {
  const { caller, params, services } = context
  return withUniqueNames(() =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const { document, product } = await documentFor(tx, caller, params, 'edit', 'deleted')
      await lockProduct(tx, product.id)
      const section = await sectionAgain(tx, product.id, document.documentType)
      await requireAdding(tx, caller, section)
      await unmarkDeleted(tx, document.id, section)
      await services.events.publish(tx, { type: 'document.changed', id: product.id })
      const { document: restored } = await documentFor(tx, caller, params, 'view')
      await auditContent(tx, context, {
        product,
        action: 'document.undelete',
        subject: document.fileName,
        after: { section: section.name, version: restored.version },
      })
      return restored
    }),
  )
})

/** The section of a document; created again, at the end, if it was deleted meanwhile. */
async function sectionAgain(tx: TenantTransaction, productId: string, name: string): Promise<StoredSection> {
  const present = await findSection(tx, productId, name)
  if (present !== undefined) return present
  const position = (await listSections(tx, productId)).length + 1
  const id = await insertSection(tx, { productId, name, position, fileTypes: [...everyFileType] })
  return sectionFor(tx, { id: productId }, id)
}
