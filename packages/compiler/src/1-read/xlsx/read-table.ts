import { parseRange, type Range } from '../../model/address.ts'
import type { Table } from '../../model/workbook.ts'
import { child, childrenOf, unescapeText, whole, type XmlElement } from '../xml.ts'

/** A table part. `filtered` is the range of its filter, if one is active. */
export function readTable(
  root: XmlElement,
  sheet: number,
): { readonly table: Table; readonly filtered: Range | undefined } | undefined {
  const { attributes } = root
  const range = parseRange(attributes.ref ?? '')
  const name = attributes.displayName ?? attributes.name
  if (!range || name === undefined) return undefined
  const filter = child(root, 'autoFilter')
  const filtered = childrenOf(filter, 'filterColumn').length > 0 ? parseRange(filter?.attributes.ref ?? '') : undefined
  const table: Table = {
    name: unescapeText(name),
    sheet,
    range,
    headerRows: Math.min(whole(attributes.headerRowCount) ?? 1, 1),
    totalsRows: Math.min(whole(attributes.totalsRowCount) ?? 0, 1),
    columns: childrenOf(child(root, 'tableColumns'), 'tableColumn').map((column) => ({
      name: unescapeText(column.attributes.name ?? ''),
      totalsFunction: totalsFunction(column.attributes.totalsRowFunction),
      totalsLabel: optionalText(column.attributes.totalsRowLabel),
      totalsFormula: optionalText(child(column, 'totalsRowFormula')?.text),
      calculatedFormula: optionalText(child(column, 'calculatedColumnFormula')?.text),
    })),
  }
  return { table, filtered }
}

function totalsFunction(name: string | undefined): string | undefined {
  return name === 'none' ? undefined : name
}

function optionalText(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : unescapeText(text)
}
