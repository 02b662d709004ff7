import type { BoundWorkbook } from '../bind-workbook.ts'
import type { Bound } from '../bound.ts'
import type { DefinedName } from '../../model/workbook.ts'
import type { PortPlace } from '@sheetwright/runtime/engine/ports.ts'

/** The cells of a defined name that is a plain reference to one rectangle; undefined otherwise. */
export function placeOfName(bound: BoundWorkbook, definition: DefinedName): PortPlace | undefined {
  return placeOf(bound.name(definition).formula().tree, definition.sheet, MAX_NAMES)
}

/** Longest chain of names that refer to names; a longer one is a cycle. */
const MAX_NAMES = 20

function placeOf(tree: Bound, ownSheet: number | undefined, names: number): PortPlace | undefined {
  switch (tree.kind) {
    case 'group':
      return placeOf(tree.operand, ownSheet, names)
    case 'name':
      return names === 0 ? undefined : placeOf(tree.name.formula().tree, tree.name.definition.sheet, names - 1)
    case 'fixedArea':
      return { sheet: tree.sheet, range: tree.range }
    case 'cell': {
      const sheet = tree.sheet < 0 ? ownSheet : tree.sheet
      const { row, col } = tree.point
      if (sheet === undefined) return undefined
      return { sheet, range: { top: row.value, left: col.value, bottom: row.value, right: col.value } }
    }
    case 'area': {
      const sheet = tree.sheet < 0 ? ownSheet : tree.sheet
      if (sheet === undefined || tree.lastSheet !== tree.sheet) return undefined
      const { from, to } = tree
      return {
        sheet,
        range: {
          top: Math.min(from.row.value, to.row.value),
          left: Math.min(from.col.value, to.col.value),
          bottom: Math.max(from.row.value, to.row.value),
          right: Math.max(from.col.value, to.col.value),
        },
      }
    }
    default:
      return undefined
  }
}
