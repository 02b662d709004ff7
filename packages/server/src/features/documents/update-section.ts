import { fileTypesTaken } from '@sheetwright/contract/documents/file-types.ts'
import { updateSection } from '@sheetwright/contract/documents/update-section.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { lockProduct } from '../products/product.store.ts'
import { productFor, sectionFor } from './document.access.ts'
import { auditContent } from './document-audit.ts'
import { withUniqueNames } from './document-failures.ts'
import { placedAt } from './section-order.ts'
import * as store from './section.store.ts'

export const updateSectionHandler = handle(updateSection, (context) => {
  const { caller, params, body, services } = context
  return withUniqueNames(() =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const product = await productFor(tx, caller, params.product, 'edit')
      await lockProduct(tx, product.id)
      const before = await sectionFor(tx, product, params.section)
      const { name, fileTypes, position } = body
      if (fileTypes !== undefined)
        assertStillTaken(await store.typesInSection(tx, before.id), fileTypesTaken(fileTypes))
      await store.updateSection(tx, before.id, {
        ...(name === undefined ? {} : { name }),
        ...(fileTypes === undefined ? {} : { fileTypes }),
      })
      if (position !== undefined) {
        const ids = (await store.listSections(tx, product.id)).map(({ id }) => id)
        await store.placeSections(tx, placedAt(ids, before.id, position))
      }
      const sections = await store.listSections(tx, product.id)
      const after = sections.find(({ id }) => id === before.id)
      await services.events.publish(tx, { type: 'document.changed', id: product.id })
      await auditContent(tx, context, {
        product,
        action: 'section.update',
        subject: before.name,
        before: { name: before.name, position: before.position, fileTypes: before.fileTypes },
        after: { name: after?.name, position: after?.position, fileTypes: after?.fileTypes },
      })
      return sections
    }),
  )
})

/** A document whose type its section does not accept could not even be moved away. */
function assertStillTaken(present: readonly string[], taken: readonly string[]): void {
  const left = present.filter((type) => !taken.includes(type))
  if (left.length === 0) return
  throw new CallError('INVALID_FILE_TYPE', `The section has documents of the type ${left.join(', ')}`, [
    { field: 'body.fileTypes', message: `lacks ${left.join(', ')}`, allowed: `at least ${present.join(', ')}` },
  ])
}
