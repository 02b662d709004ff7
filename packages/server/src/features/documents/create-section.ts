import { createSection } from '@sheetwright/contract/documents/create-section.ts'
import { mostSections } from '@sheetwright/contract/documents/section.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { lockProduct } from '../products/product.store.ts'
import { productFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { withUniqueNames } from './document-failures.ts'
import { placedAt } from './section-order.ts'
import { insertSection, listSections, placeSections } from './section.store.ts'

export const createSectionHandler = handle(createSection, (context) => {
  const { caller, params, body, services } = context
  return withUniqueNames(() =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const product = await productFor(tx, caller, params.product, 'edit')
      await lockProduct(tx, product.id)
      const ids = (await listSections(tx, product.id)).map((section) => section.id)
      if (ids.length >= mostSections) {
        throw new CallError('TOO_MANY_SECTIONS', `A product has at most ${mostSections} sections`)
      }
      const { name, fileTypes } = body
      const last = ids.length + 1
      const id = await insertSection(tx, { productId: product.id, name, position: last, fileTypes })
      await placeSections(tx, placedAt([...ids, id], id, body.position ?? last))
      const made = (await listSections(tx, product.id)).find((section) => section.id === id)
      if (made === undefined) throw new Error('The new section is not there')
      await services.events.publish(tx, { type: 'document.changed', id: product.id })
      await auditContent(tx, context, { product, action: 'section.create', subject: name, after: { fileTypes } })
      return made
    }),
  )
})
