import { compareMasterApi } from '@sheetwright/contract/master-api/compare-master-api.ts'
import { type ApiField, isBreaking } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { callersOf } from '../lineage/lineage.store.ts'
import { checkedEngines } from './checked-engines.ts'
import { requireDefinition } from './master-api.access.ts'

export const compareMasterApiHandler = handle(compareMasterApi, ({ caller, params, query, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'read')
    const [from, to] = [
      await requireDefinition(tx, product.id, query.from),
      await requireDefinition(tx, product.id, query.to),
    ]
    const before = await checkedEngines(tx, files, caller, product.id, from.fields)
    const after = await checkedEngines(tx, files, caller, product.id, to.fields)
    const broken = after.flatMap(({ engineId, serviceName, problems }) => {
      const known = new Set(before.find((one) => one.engineId === engineId)?.problems.map(({ message }) => message))
      const added = problems.filter((problem) => isBreaking(problem) && !known.has(problem.message))
      return added.length === 0 ? [] : [{ engineId, serviceName, problems: added }]
    })
    const callers = await callersOf(
      tx,
      broken.map(({ engineId }) => engineId),
    )
    return {
      changes: changesOf(from.fields, to.fields),
      breaks: broken.map((engine) => ({
        ...engine,
        callers: callers
          .filter(({ engineId }) => engineId === engine.engineId)
          .map(({ kind, name, calls }) => ({ name: name === '' ? kind : name, calls })),
      })),
    }
  }),
)

function changesOf(before: readonly ApiField[], after: readonly ApiField[]) {
  const key = ({ direction, name }: ApiField) => `${direction} ${name.toLowerCase()}`
  const [old, current] = [
    new Map(before.map((field) => [key(field), field])),
    new Map(after.map((field) => [key(field), field])),
  ]
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place) ?? null, current.get(place) ?? null]
    const field = is ?? was
    if (field === null) return []
    const names = Object.keys(field) as (keyof ApiField)[]
    const changed =
      was === null || is === null ? [] : names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    if (was !== null && is !== null && changed.length === 0) return []
    return [{ name: field.name, direction: field.direction, before: was, after: is, changed }]
  })
}
