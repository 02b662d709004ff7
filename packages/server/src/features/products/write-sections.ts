import type { ProductFileType } from '@sheetwright/contract/documents/file-types.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { deleteSection, findSection, insertSection, listSections, placeSections } from '../documents/section.store.ts'

/** Sections of a product in their order. */
export type Sections = readonly { readonly name: string; readonly fileTypes: ProductFileType[] }[]

/** Adds the sections that a product lacks, after its own; a new product gets exactly these, in order. */
export async function writeSections(
  tx: TenantTransaction,
  productId: string,
  sections: Sections,
  isNew: boolean,
): Promise<void> {
  for (const { name, fileTypes } of sections) {
    if ((await findSection(tx, productId, name)) !== undefined) continue
    const position = (await listSections(tx, productId)).length + 1
    await insertSection(tx, { productId, name, position, fileTypes })
  }
  const listed = await listSections(tx, productId)
  const order = new Map(sections.map(({ name }, index) => [name, index]))
  const kept = isNew ? listed.filter(({ name }) => order.has(name)) : listed
  for (const { id } of listed.filter((section) => !kept.includes(section))) await deleteSection(tx, id)
  const placed = kept.toSorted((a, b) => (order.get(a.name) ?? kept.length) - (order.get(b.name) ?? kept.length))
  await placeSections(
    tx,
    placed.map(({ id }) => id),
  )
}
