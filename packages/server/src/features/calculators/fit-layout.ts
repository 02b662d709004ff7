import type { Condition } from '@sheetwright/contract/calculators/condition.ts'
import { fittingWidgets } from '@sheetwright/contract/calculators/fitting-widgets.ts'
import type { InterfaceChange, KnownPort } from '@sheetwright/contract/calculators/form-draft.ts'
import type { FormField, FormLayout, FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import { isValueOf, namesIn } from '@sheetwright/contract/calculators/layout-problems.ts'
import type { TutorialStep } from '@sheetwright/contract/calculators/tutorial.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'

type Ports = Pick<EngineInterface, 'inputs' | 'outputs'>

/** The inputs and outputs of an interface as a form stores them. */
export function knownPorts({ inputs, outputs }: Ports): KnownPort[] {
  const known = (direction: KnownPort['direction'], { name, shape, type }: EnginePort): KnownPort => ({
    direction,
    name,
    shape,
    type,
  })
  return [...inputs.map((port) => known('input', port)), ...outputs.map((port) => known('output', port))]
}

/** Ports that an interface gained, lost or changed since a form was made for it. */
export function interfaceChanges(before: readonly KnownPort[], ports: Ports): InterfaceChange[] {
  const now = knownPorts(ports)
  const keyOf = ({ direction, name }: KnownPort) => `${direction} ${name}`
  const old = new Map(before.map((port) => [keyOf(port), port]))
  const names = new Set(now.map(keyOf))
  const changed = now.flatMap((port): InterfaceChange[] => {
    const { direction, name } = port
    const known = old.get(keyOf(port))
    if (known === undefined) return [{ kind: 'added', direction, name }]
    return known.shape === port.shape && known.type === port.type ? [] : [{ kind: 'retyped', direction, name }]
  })
  const removed = before
    .filter((port) => !names.has(keyOf(port)))
    .map(({ direction, name }): InterfaceChange => ({ kind: 'removed', direction, name }))
  return [...changed, ...removed]
}

/**
 * Fits a layout made for one interface to another. Missing ports are dropped. New inputs are added where the engine's
 * default layout has them, because a calculation without them would be about something else. New outputs wait for the
 * author. `own` is the engine's default layout.
 */
export function fitLayout(layout: FormLayout, known: readonly KnownPort[], ports: Ports, own: FormLayout): FormLayout {
  const changes = interfaceChanges(known, ports)
  if (changes.length === 0) return layout
  const inputs = new Map(ports.inputs.map((port) => [port.name, port]))
  const outputs = new Map(ports.outputs.map((port) => [port.name, port]))
  const ownFields = new Map(own.sections.flatMap(({ fields }) => fields).map((field) => [field.input, field]))
  const fitted = layout.sections.map((section) => ({
    ...section,
    fields: section.fields.flatMap((field) => fitField(field, inputs, ownFields)),
  }))
  const asked = new Set(fitted.flatMap(({ fields }) => fields).map(({ input }) => input))
  const isNew = new Set(
    changes.flatMap(({ kind, direction, name }) => (kind === 'added' && direction === 'input' ? [name] : [])),
  )
  const keys = fitted.map(({ key }) => key)
  const missing = own.sections.flatMap(({ key, fields }) =>
    fields
      .filter(({ input }) => isNew.has(input) && !asked.has(input))
      .map((field) => ({ field, section: keys.includes(key) ? keys.indexOf(key) : keys.length - 1 })),
  )
  const sections = fitted.map((section, index) => ({
    ...section,
    fields: [...section.fields, ...missing.filter((each) => each.section === index).map(({ field }) => field)],
  }))
  const { tutorial } = layout
  return {
    ...layout,
    sections,
    results: layout.results.flatMap((result) => fitResult(result, inputs, outputs)),
    ...(tutorial === undefined
      ? {}
      : { tutorial: { ...tutorial, steps: tutorial.steps.map((step) => fitStep(step, inputs)) } }),
  }
}

function fitField(
  { shownIf, enabledIf, ...field }: FormField,
  inputs: ReadonlyMap<string, EnginePort>,
  ownFields: ReadonlyMap<string, FormField>,
): FormField[] {
  const port = inputs.get(field.input)
  if (port === undefined) return []
  const own = ownFields.get(field.input)
  const fitting: readonly string[] = fittingWidgets(port)
  const { widget, min: _min, max: _max, step: _step, pictures: _pictures, ...rest } = field
  const asked = fitting.includes(widget) ? field : { ...rest, ...widgetOf(own) }
  const { default: start, ...withoutDefault } = asked
  const shown = fitCondition(shownIf, inputs)
  const enabled = fitCondition(enabledIf, inputs)
  return [
    {
      ...withoutDefault,
      ...('default' in asked && isValueOf(port, start) ? { default: start } : {}),
      ...(shown === undefined ? {} : { shownIf: shown }),
      ...(enabled === undefined ? {} : { enabledIf: enabled }),
    },
  ]
}

function widgetOf(own: FormField | undefined): Pick<FormField, 'widget' | 'min' | 'max' | 'step'> {
  if (own === undefined) return { widget: 'text' }
  const { widget, min, max, step } = own
  return {
    widget,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
  }
}

/** A step fills in only inputs that still exist. */
function fitStep({ values, ...step }: TutorialStep, inputs: ReadonlyMap<string, EnginePort>): TutorialStep {
  const kept = Object.entries(values ?? {}).filter(([name, value]) => {
    const port = inputs.get(name)
    return port !== undefined && isValueOf(port, value)
  })
  return kept.length === 0 ? step : { ...step, values: Object.fromEntries(kept) }
}

function fitCondition(asked: Condition | undefined, inputs: ReadonlyMap<string, EnginePort>): Condition | undefined {
  const comparisons = asked?.comparisons.filter(({ input }) => inputs.has(input)) ?? []
  return asked === undefined || comparisons.length === 0 ? undefined : { ...asked, comparisons }
}

function fitResult(
  result: FormResult,
  inputs: ReadonlyMap<string, EnginePort>,
  outputs: ReadonlyMap<string, EnginePort>,
): FormResult[] {
  if (result.kind === 'sentence') {
    return namesIn(result.text).every((name) => inputs.has(name) || outputs.has(name)) ? [result] : []
  }
  const port = outputs.get(result.output)
  if (port?.shape !== (result.kind === 'figure' ? 'cell' : 'block')) return []
  const headings = new Set((port.columns ?? []).map(({ heading }) => heading))
  if (result.kind === 'table' && result.columns !== undefined) {
    return [{ ...result, columns: result.columns.filter((heading) => headings.has(heading)) }]
  }
  if (result.kind !== 'chart') return [result]
  const series = result.series.filter((heading) => headings.has(heading))
  return headings.has(result.x) && series.length > 0 ? [{ ...result, series }] : []
}
