import type { Workbook } from '../../model/workbook.ts'
import { labelText, savedValue } from './saved-cells.ts'

const SHEET = 'properties'
const LONGEST_SHEET = 1000

export type Properties = ReadonlyMap<string, string | number | boolean>

/** Custom properties of the file, and those on a sheet named `Properties`: key in the first column, value in the second. */
export function readProperties(workbook: Workbook): Map<string, string | number | boolean> {
  const properties = new Map(workbook.properties.custom)
  const sheet = workbook.sheets.findIndex(({ name }) => name.toLowerCase() === SHEET)
  const used = workbook.sheets[sheet]?.used
  if (!used) return properties
  for (let row = used.top; row <= Math.min(used.bottom, used.top + LONGEST_SHEET); row++) {
    const key = labelText(savedValue(workbook, sheet, row, used.left))
    const value = savedValue(workbook, sheet, row, used.left + 1)
    if (key === undefined || value === null || typeof value === 'object') continue
    properties.set(key, value)
  }
  return properties
}

/** The property of a name, in upper or lower case. */
export function propertyOf(properties: Properties, wanted: string): string | number | boolean | undefined {
  return [...properties].find(([name]) => name.toLowerCase() === wanted)?.[1]
}
