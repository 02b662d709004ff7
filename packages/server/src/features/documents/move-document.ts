import { accepts, categoryOf } from '@sheetwright/contract/documents/file-types.ts'
import { moveDocument } from '@sheetwright/contract/documents/move-document.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { lockProduct } from '../products/product.store.ts'
import { documentFor, documentNotFound, requireAdding, sectionFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { withUniqueNames } from './document-failures.ts'
import { lockDocument, updateDocument } from './document.store.ts'
import { deleteSection, listSections, placeSections, type StoredSection } from './section.store.ts'

export const moveDocumentHandler = handle(moveDocument, (context) => {
  const { caller, params, body, services } = context
  return withUniqueNames(() =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const { product, document: found } = await documentFor(tx, caller, params, 'edit')
      await lockProduct(tx, product.id)
      if (!(await lockDocument(tx, found.id))) throw documentNotFound(found.id)
      const { document: before } = await documentFor(tx, caller, params, 'edit')
      const source = await sectionFor(tx, product, before.sectionId ?? '')
      const target = await sectionFor(tx, product, body.documentType)
      if (source.id === target.id) throw new CallError('SAME_SECTION', `It is in the section "${source.name}" already`)
      assertTaken(before.fileName, source)
      assertTaken(before.fileName, target)
      await requireAdding(tx, caller, target)
      await updateDocument(tx, before.id, { section: target })
      const sections = await listSections(tx, product.id)
      const sourceSectionDeleted =
        body.deleteSourceSection && sections.find(({ id }) => id === source.id)?.documents === 0
      if (sourceSectionDeleted) {
        await deleteSection(tx, source.id)
        await placeSections(
          tx,
          sections.map(({ id }) => id).filter((id) => id !== source.id),
        )
      }
      await services.events.publish(tx, { type: 'document.changed', id: product.id })
      const { document } = await documentFor(tx, caller, params, 'view')
      await auditContent(tx, context, {
        product,
        action: 'document.move',
        subject: before.fileName,
        before: { section: source.name },
        after: { section: target.name, ...(sourceSectionDeleted ? { deletedSection: source.name } : {}) },
      })
      return { document, sourceSectionDeleted }
    }),
  )
})

function assertTaken(fileName: string, section: StoredSection): void {
  const category = categoryOf(fileName)
  if (category !== undefined && accepts(section.fileTypes, category)) return
  throw new CallError('INVALID_FILE_TYPE', `The section "${section.name}" does not take files of this type`, [
    { field: 'body.documentType', message: 'does not take the document', allowed: section.fileTypes.join(', ') },
  ])
}
