import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { type Bound, OWN_SHEET } from '../3-bind/bound.ts'

/** Name in lower case, its sheet (-1 for the workbook), and its cells if they are fixed. */
type NameData = readonly [string, number, Area | null]

/** All names that a text may refer to. */
export function namesOf(bound: BoundWorkbook): NameData[] {
  return [
    ...bound.workbook.names.map((definition): NameData => {
      const area = definition.macro === 'none' ? fixedArea(bound.name(definition).formula().tree) : undefined
      return [definition.name.toLowerCase(), definition.sheet ?? -1, area ?? null]
    }),
    ...bound.workbook.tables.map(({ name }): NameData => [name.toLowerCase(), -1, null]),
  ]
}

function fixedArea(tree: Bound): Area | undefined {
  if (tree.kind === 'fixedArea') return { sheet: tree.sheet, ...tree.range }
  if (tree.kind !== 'cell' && tree.kind !== 'area') return undefined
  if (tree.sheet === OWN_SHEET || (tree.kind === 'area' && tree.lastSheet !== tree.sheet)) return undefined
  const [from, to] = tree.kind === 'cell' ? [tree.point, tree.point] : [tree.from, tree.to]
  if ([from.row, from.col, to.row, to.col].some(({ relative }) => relative)) return undefined
  return {
    sheet: tree.sheet,
    top: Math.min(from.row.value, to.row.value),
    left: Math.min(from.col.value, to.col.value),
    bottom: Math.max(from.row.value, to.row.value),
    right: Math.max(from.col.value, to.col.value),
  }
}
