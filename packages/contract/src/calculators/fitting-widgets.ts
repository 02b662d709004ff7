import type { EnginePort } from '../engines/interface.ts'
import type { FieldWidget } from './form-layout.ts'

const numeric: ReadonlySet<EnginePort['type']> = new Set(['number', 'integer', 'percent', 'currency'])

/** The widgets suitable for an input, the default first. */
export function fittingWidgets({ shape, type, validation }: Pick<EnginePort, 'shape' | 'type' | 'validation'>) {
  if (shape === 'block') return ['table'] as const
  const choices: readonly FieldWidget[] = validation?.type === 'list' ? ['select', 'radio', 'image'] : []
  return [...choices, ...widgetsOfType(type)]
}

function widgetsOfType(type: EnginePort['type']): readonly FieldWidget[] {
  if (numeric.has(type)) return ['number', 'slider']
  if (type === 'boolean') return ['switch', 'radio', 'select']
  if (type === 'date' || type === 'time' || type === 'datetime') return [type, 'text']
  return ['text']
}
