import { fittingWidgets } from '@sheetwright/contract/calculators/fitting-widgets.ts'
import type { FieldWidget, FormField, FormLayout, FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormPort, FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { isNumeric } from '../../../ui/input-text.ts'

/** Inputs that the form lacks, each with the field of the engine's default form. */
export function fieldsToAdd(layout: FormLayout, own: FormLayout): FormField[] {
  const asked = new Set(layout.sections.flatMap(({ fields }) => fields).map(({ input }) => input))
  return own.sections.flatMap(({ fields }) => fields).filter(({ input }) => !asked.has(input))
}

/** A new result of a kind; undefined if the engine has no output for it. */
export function newResult(kind: FormResult['kind'], { outputs }: Pick<FormSpec, 'outputs'>): FormResult | undefined {
  const cell = outputs.find(({ shape }) => shape === 'cell')
  const block = outputs.find(({ shape }) => shape === 'block')
  switch (kind) {
    case 'figure':
      return cell && { kind, output: cell.name, label: {}, large: false }
    case 'table':
      return block && { kind, output: block.name, label: {} }
    case 'chart':
      return block && { kind, output: block.name, label: {}, chart: 'line', ...columnsFor(block) }
    case 'sentence':
      return { kind, text: {} }
    default:
      return kind satisfies never
  }
}

/** The initial columns of a chart. */
export function columnsFor(block: FormPort | undefined): { x: string; series: string[] } {
  const [first, ...others] = block?.columns ?? []
  const drawn = others.find(({ type }) => isNumeric(type)) ?? first
  return { x: first?.heading ?? '', series: drawn === undefined ? [] : [drawn.heading] }
}

/** The field with another widget and the settings that the widget needs. */
export function withWidget(field: FormField, widget: FieldWidget, port: FormPort | undefined): FormField {
  const { min: _min, max: _max, pictures, step, ...rest } = field
  const kept = { ...rest, widget, ...(step === undefined ? {} : { step }) }
  if (widget === 'image') return { ...kept, pictures: pictures ?? [] }
  if (widget !== 'slider') return kept
  const { min, max } = port?.validation ?? {}
  const isRange = typeof min === 'number' && typeof max === 'number' && min < max
  return { ...kept, min: isRange ? min : 0, max: isRange ? max : 100, step: step ?? 1 }
}

export function widgetsOf(port: FormPort | undefined): readonly FieldWidget[] {
  return port === undefined ? [] : fittingWidgets(port)
}
