import { classifyFormat } from '@sheetwright/runtime/formats/classify.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'

/** The type of a port by its cell's format and value. */
export function valueType(numberFormat: string, value: Scalar): ValueType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'text'
  const shown = classifyFormat(numberFormat)
  // An empty cell without a format accepts anything, and only text refuses nothing.
  if (shown === 'general' && value === null) return 'text'
  switch (shown) {
    case 'integer':
    case 'percent':
    case 'currency':
    case 'date':
    case 'time':
    case 'datetime':
    case 'text':
      return shown
    default:
      return 'number'
  }
}
