import type { FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormPort, FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { formatValue } from '@sheetwright/runtime/formats/format.ts'
import { axisTicks } from './axis-ticks.ts'
import type { PrintedBlock, PrintedForm } from './printed-form.ts'
import { printWords } from './print-words.ts'

type Values = Readonly<Record<string, unknown>>
type Of<K extends FormResult['kind']> = Extract<FormResult, { kind: K }>
type Column = NonNullable<FormPort['columns']>[number]

/** The most rows of a printed table. */
const mostRows = 1000
/** The most columns side by side; a wider table continues below. */
const mostColumns = 8

interface Printed {
  readonly spec: FormSpec
  readonly states: readonly FormState[]
  readonly language: 'en' | 'ja'
  readonly at: Date
  /** A PNG as base64. */
  readonly logo: string | null
}

/** A calculator for paper: the inputs of every scenario side by side, then the results. */
export function printForm({ spec, states, language, at, logo }: Printed): PrintedForm {
  const writer = new FormPrinter(spec, language)
  const { layout, engine, organisation, brand } = spec
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    language,
    organisation,
    logo,
    colour: brand.colour,
    title: textIn(layout.title, language) || engine.serviceName,
    subtitle: [`${engine.serviceName} ${engine.revision}`, printWords[language].computed(when)].join(' · '),
    blocks: [...writer.inputs(states), ...writer.results(states)],
  }
}

class FormPrinter {
  private readonly spec: FormSpec
  private readonly language: 'en' | 'ja'

  constructor(spec: FormSpec, language: 'en' | 'ja') {
    this.spec = spec
    this.language = language
  }

  inputs(states: readonly FormState[]): PrintedBlock[] {
    const { layout, inputs } = this.spec
    const intro = this.text(layout.intro)
    const blocks: PrintedBlock[] = intro === '' ? [] : [{ kind: 'text', text: intro }]
    blocks.push({ kind: 'heading', level: 1, text: this.words.inputs })
    for (const section of layout.sections) {
      const shown = section.fields.flatMap((field) => {
        const fields = states.map(({ fields: all }) => all.find(({ input }) => input === field.input))
        const port = inputs.find(({ name }) => name === field.input)
        return port === undefined || fields.every((each) => each === undefined || each.hidden)
          ? []
          : [{ field, fields, port, label: this.text(field.label) || field.input }]
      })
      if (shown.length === 0) continue
      const title = this.text(section.title)
      if (title !== '' && layout.sections.length > 1) blocks.push({ kind: 'heading', level: 2, text: title })
      blocks.push(
        ...this.scenarioTable(
          states.length,
          shown
            .filter(({ field }) => field.widget !== 'table')
            .map(({ field, fields, port, label }) => [
              label,
              ...fields.map((each) =>
                each === undefined || each.hidden
                  ? '–'
                  : withUnit(this.value(each.value, port.numberFormat), this.text(field.unit)),
              ),
            ]),
        ),
      )
      for (const { fields, port, label } of shown.filter(({ field }) => field.widget === 'table')) {
        fields.forEach((each, index) => {
          if (each === undefined || each.hidden) return
          blocks.push({ kind: 'heading', level: 2, text: this.named(label, index, states.length) })
          blocks.push(...this.table(rowsOf(each.value), port.columns ?? []))
        })
      }
    }
    return blocks
  }

  results(states: readonly FormState[]): PrintedBlock[] {
    const { layout, outputs: ports } = this.spec
    const blocks: PrintedBlock[] = [{ kind: 'heading', level: 1, text: this.words.results }]
    states.forEach((state, index) => {
      for (const problem of this.problems(state)) {
        blocks.push({ kind: 'notice', text: this.named(problem, index, states.length) })
      }
    })
    const figures = layout.results.filter((result) => result.kind === 'figure')
    blocks.push(
      ...this.scenarioTable(
        states.length,
        figures.map((figure) => [
          this.text(figure.label) || figure.output,
          ...states.map(({ outputs }) =>
            withUnit(
              this.value(outputs[figure.output], ports.find(({ name }) => name === figure.output)?.numberFormat),
              this.text(figure.unit),
            ),
          ),
        ]),
      ),
    )
    states.forEach((state, index) => {
      if (Object.keys(state.outputs).length === 0) return
      const blocksOf = layout.results.flatMap((result) => this.result(result, state))
      if (blocksOf.length === 0) return
      if (states.length > 1) blocks.push({ kind: 'heading', level: 2, text: this.words.scenario(nameOf(index)) })
      blocks.push(...blocksOf)
    })
    return blocks
  }

  private get words() {
    return printWords[this.language]
  }

  private text(localized: Parameters<typeof textIn>[0]): string {
    return textIn(localized, this.language)
  }

  private named(text: string, index: number, of: number): string {
    return of > 1 ? `${this.words.scenario(nameOf(index))}: ${text}` : text
  }

  private problems(state: FormState): string[] {
    const labels = new Map(
      this.spec.layout.sections
        .flatMap(({ fields }) => fields)
        .map(({ input, label }) => [input, this.text(label) || input]),
    )
    const lines = [
      ...state.fields.flatMap(({ input, problem }) =>
        problem === null ? [] : [`${labels.get(input) ?? input}: ${problem}`],
      ),
      ...state.problems.map(({ message }) => message),
    ]
    return Object.keys(state.outputs).length === 0 ? [this.words.noResults, ...lines] : lines
  }

  private value(value: unknown, numberFormat: string | undefined): string {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? this.words.yes : this.words.no
    if (typeof value === 'number') {
      return formatValue(value, numberFormat ?? 'General', { date1904: false, locale: 'en-US' }) ?? String(value)
    }
    return typeof value === 'string' ? value : JSON.stringify(value)
  }

  private scenarioTable(scenarios: number, rows: readonly string[][]): PrintedBlock[] {
    if (rows.length === 0) return []
    const headings = ['', ...Array.from({ length: scenarios }, (_, index) => (scenarios > 1 ? nameOf(index) : ''))]
    const numbers = Array.from({ length: scenarios }, (_, index) => index + 1)
    return [{ kind: 'table', headings, rows, numbers, first: scenarios > 2 ? 0.36 : 0.5 }]
  }

  private result(result: FormResult, { outputs, fields }: FormState): PrintedBlock[] {
    switch (result.kind) {
      case 'figure':
        return []
      case 'sentence':
        return [{ kind: 'text', text: this.sentence(result, outputs, fields) }]
      case 'table':
        return this.outputTable(result, outputs[result.output])
      case 'chart':
        return this.chart(result, outputs[result.output])
      default:
        return result satisfies never
    }
  }

  private sentence({ text }: Of<'sentence'>, outputs: Values, fields: FormState['fields']): string {
    const ports = new Map([...this.spec.inputs, ...this.spec.outputs].map((port) => [port.name, port]))
    return this.text(text).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const port = ports.get(name)
      const value = name in outputs ? outputs[name] : fields.find(({ input }) => input === name)?.value
      return port === undefined ? whole : this.value(value, port.numberFormat)
    })
  }

  private outputTable({ output, label, columns }: Of<'table'>, value: unknown): PrintedBlock[] {
    const port = this.spec.outputs.find(({ name }) => name === output)
    const shown = (port?.columns ?? []).filter(({ heading }) => columns?.includes(heading) ?? true)
    return [{ kind: 'heading', level: 2, text: this.text(label) || output }, ...this.table(rowsOf(value), shown)]
  }

  private table(rows: readonly Values[], columns: readonly Column[]): PrintedBlock[] {
    const printed = rows.slice(0, mostRows)
    const blocks: PrintedBlock[] = columnGroups(columns).map((group) => ({
      kind: 'table',
      headings: group.map(({ heading }) => heading),
      rows: printed.map((row) => group.map(({ heading, numberFormat }) => this.value(row[heading], numberFormat))),
      numbers: group.flatMap(({ type }, index) => (numeric.has(type) ? [index] : [])),
      first: 1 / group.length,
    }))
    if (rows.length > mostRows) blocks.push({ kind: 'notice', text: this.words.moreRows(rows.length - mostRows) })
    return blocks
  }

  private chart({ output, label, chart, x, series, unit }: Of<'chart'>, value: unknown): PrintedBlock[] {
    const rows = rowsOf(value)
    const port = this.spec.outputs.find(({ name }) => name === output)
    const formatOf = (heading: string) => port?.columns?.find((column) => column.heading === heading)?.numberFormat
    const lines = series.map((name) => ({
      name,
      values: rows.map((row) => (typeof row[name] === 'number' ? row[name] : null)),
    }))
    const ticks = axisTicks(lines, chart)
    return [
      {
        kind: 'chart',
        title: this.text(label) || output,
        chart,
        x,
        unit: this.text(unit),
        points: rows.map((row) => this.value(row[x], formatOf(x))),
        series: lines,
        ticks: ticks.map((tick) => ({ value: tick, text: this.value(tick, formatOf(series[0] ?? '')) })),
      },
    ]
  }
}

const numeric: ReadonlySet<string> = new Set(['number', 'integer', 'percent', 'currency'])

function nameOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index)
}

function rowsOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? (value as readonly Values[]) : []
}

function withUnit(value: string, unit: string): string {
  // A percentage format already writes its sign: 3.60% needs no unit.
  return unit === '' || value === '–' || value.endsWith(unit) ? value : `${value} ${unit}`
}

/** Splits columns into groups that fit the page. Each group repeats the first column, to identify rows. */
function columnGroups(columns: readonly Column[]): Column[][] {
  if (columns.length <= mostColumns) return columns.length === 0 ? [] : [[...columns]]
  const [first, ...others] = columns as [Column, ...Column[]]
  const groups: Column[][] = []
  for (let from = 0; from < others.length; from += mostColumns - 1) {
    groups.push([first, ...others.slice(from, from + mostColumns - 1)])
  }
  return groups
}
