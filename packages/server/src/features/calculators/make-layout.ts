import type { FormField, FormLayout, FormResult, FormSection } from '@sheetwright/contract/calculators/form-layout.ts'
import type { LocalizedText } from '@sheetwright/contract/calculators/localized-text.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { inItsLanguage, spacedName, wordsOf } from './port-words.ts'

/** The most options shown as radio buttons. */
const radioOptions = 4
/** A range with more steps gets a text field instead of a slider. */
const sliderSteps = 200
/** A section of a sheet with a longer name gets a numbered key. */
const longestKey = 50
/** The most outputs shown as large figures. */
const largeFigures = 2
/** The most columns of a table that a chart draws, and the fewest rows. */
const mostLines = 4
const fewestPoints = 3

const numeric: ReadonlySet<EnginePort['type']> = new Set(['number', 'integer', 'percent', 'currency'])

/** The default form of an engine: good enough to be shown unedited, and the author's starting point. */
export function makeLayout(title: string, ports: Pick<EngineInterface, 'inputs' | 'outputs'>): FormLayout {
  return {
    formatVersion: 1,
    title: inItsLanguage(spacedName(title)),
    sections: sectionsOf(ports.inputs),
    results: resultsOf(ports.outputs),
  }
}

/**
 * One section for each that the master API definition names, else one for each sheet: authors spread inputs over sheets
 * on purpose.
 */
function sectionsOf(inputs: readonly EnginePort[]): FormSection[] {
  const bySheet = new Map<string, FormField[]>()
  for (const port of inputs) {
    const sheet = port.defined?.section || sheetOf(port.cell)
    bySheet.set(sheet, [...(bySheet.get(sheet) ?? []), fieldOf(port)])
  }
  if (bySheet.size <= 1) {
    return [
      {
        key: 'inputs',
        title: { en: 'Your details', ja: '入力内容' },
        columns: 2,
        fields: [...bySheet.values()].flat(),
      },
    ]
  }
  const taken = new Set<string>()
  return [...bySheet].map(([sheet, fields], index) => {
    const key = freeKey(sheet, index, taken)
    taken.add(key)
    return { key, title: inItsLanguage(spacedName(sheet)), columns: 2, fields }
  })
}

function freeKey(sheet: string, index: number, taken: ReadonlySet<string>): string {
  const words = sheet.toLowerCase().split(/[^a-z0-9]+/)
  const key = words.filter((word) => word !== '' && word.length <= longestKey).join('-')
  return key === '' || key.length > longestKey || taken.has(key) ? `section-${index + 1}` : key
}

/** `'My sheet'!B2` is on My sheet. */
function sheetOf(cell: string): string {
  const name = cell.slice(0, Math.max(cell.lastIndexOf('!'), 0))
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name
}

function fieldOf(port: EnginePort): FormField {
  return { input: port.name, ...wordsOf(port), ...widgetOf(port) }
}

function widgetOf(port: EnginePort): Pick<FormField, 'widget' | 'min' | 'max' | 'step'> {
  const { shape, type, validation } = port
  if (shape === 'block') return { widget: 'table' }
  if (validation?.type === 'list') {
    const { options } = validation
    const isShort =
      options !== undefined && options.length <= radioOptions && options.every((o) => String(o).length <= 16)
    return { widget: isShort && options.length > 1 ? 'radio' : 'select' }
  }
  if (type === 'boolean') return { widget: 'switch' }
  if (type === 'date' || type === 'time' || type === 'datetime') return { widget: type }
  if (!numeric.has(type)) return { widget: 'text' }
  const { min, max } = validation ?? {}
  const step = type === 'integer' || validation?.type === 'whole' ? 1 : type === 'percent' ? 0.001 : undefined
  if (typeof min !== 'number' || typeof max !== 'number' || step === undefined || !(max > min))
    return { widget: 'number' }
  return (max - min) / step <= sliderSteps ? { widget: 'slider', min, max, step } : { widget: 'number' }
}

function resultsOf(outputs: readonly EnginePort[]): FormResult[] {
  const cells = outputs.filter(({ shape }) => shape === 'cell')
  const blocks = outputs.filter(({ shape }) => shape === 'block')
  const figures = cells.map((port): FormResult => {
    const { label, help, unit } = wordsOf(port)
    const isMain = cells.filter(({ type }) => numeric.has(type)).indexOf(port)
    return {
      kind: 'figure',
      output: port.name,
      label,
      ...(help === undefined ? {} : { help }),
      // A format with a currency or percent sign already shows the unit.
      ...(unit === undefined || writesUnit(port, unit) ? {} : { unit }),
      large: isMain >= 0 && isMain < largeFigures,
    }
  })
  const tables = blocks.flatMap((port): FormResult[] => {
    const { label } = wordsOf(port)
    const chart = chartOf(port, label)
    return [...(chart === undefined ? [] : [chart]), { kind: 'table', output: port.name, label }]
  })
  return [...figures, ...tables]
}

function writesUnit({ numberFormat }: EnginePort, unit: LocalizedText): boolean {
  return numberFormat !== undefined && numberFormat.includes(unit.en ?? unit.ja ?? '')
}

/** A table whose first column counts up (years, ages, months) becomes a line chart over it. */
function chartOf(port: EnginePort, label: LocalizedText): FormResult | undefined {
  const [first, ...rest] = port.columns ?? []
  const series = rest.filter(({ type }) => numeric.has(type) && type !== 'percent').slice(0, mostLines)
  const rows = (Array.isArray(port.default) ? port.default : []) as Readonly<Record<string, unknown>>[]
  if (first === undefined || series.length === 0 || rows.length < fewestPoints) return undefined
  if (!isRising(rows.map((row) => row[first.heading]))) return undefined
  return {
    kind: 'chart',
    output: port.name,
    label,
    chart: 'line',
    x: first.heading,
    series: series.map(({ heading }) => heading),
  }
}

function isRising(values: readonly unknown[]): boolean {
  return values.every((value, index) => {
    const before = index === 0 ? Number.NEGATIVE_INFINITY : values[index - 1]
    return typeof value === 'number' && typeof before === 'number' && value > before
  })
}
