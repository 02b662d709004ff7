import { listTutorials } from '@sheetwright/contract/calculators/list-tutorials.ts'
import { handle } from '../../platform/http/handle.ts'
import { seenProduct } from '../engines/engine.access.ts'
import { checkedTutorials } from '../master-api/checked-tutorials.access.ts'
import { publishedDefinition } from '../master-api/master-api.store.ts'
import { publishedForms } from './form.store.ts'

export const listTutorialsHandler = handle(listTutorials, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await seenProduct(tx, caller, params.product)
    const published = await publishedForms(tx, caller, product.id)
    const definition = published.length === 0 ? undefined : await publishedDefinition(tx, product.id)
    const checked =
      definition === undefined ? [] : await checkedTutorials(tx, files, caller, product.id, definition.fields)
    const problemsOf = new Map(checked.map(({ engineId, problems }) => [engineId, problems]))
    const items = published.map((entry) => ({
      ...entry,
      problems: definition === undefined ? null : (problemsOf.get(entry.engineId) ?? []),
    }))
    return { items, count: items.length }
  }),
)
