import { deleteSection } from '@sheetwright/contract/documents/delete-section.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { lockProduct } from '../products/product.store.ts'
import { productFor, sectionFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { markSectionDeleted } from './document.store.ts'
import * as store from './section.store.ts'

export const deleteSectionHandler = handle(deleteSection, (context) => {
  const { caller, params, query, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await productFor(tx, caller, params.product, 'edit')
    await lockProduct(tx, product.id)
    const { id } = await sectionFor(tx, product, params.section)
    await store.lockSection(tx, id)
    const section = await sectionFor(tx, product, id)
    if (section.documents > 0 && query.force !== 'true') {
      throw new CallError('SECTION_NOT_EMPTY', `There are ${section.documents} documents in "${section.name}"`)
    }
    const others = (await store.listSections(tx, product.id)).filter((each) => each.id !== id)
    if (others.length === 0) throw new CallError('LAST_SECTION', 'A product keeps its last section')
    const documents = await markSectionDeleted(tx, id, caller.userId)
    await store.deleteSection(tx, id)
    await store.placeSections(
      tx,
      others.map((each) => each.id),
    )
    await services.events.publish(tx, { type: 'document.changed', id: product.id })
    await auditContent(tx, context, {
      product,
      action: 'section.delete',
      subject: section.name,
      before: { fileTypes: section.fileTypes, position: section.position, documents },
    })
    return store.listSections(tx, product.id)
  })
})
