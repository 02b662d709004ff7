import type { FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { isNumeric } from '../../../ui/input-text.ts'
import { valueText } from '../../../ui/value-text.ts'
import { ValueText } from '../../engines/parts/ValueText.tsx'
import type { Values } from '../calculator-state.ts'
import { useLanguage } from '../use-language.ts'
import { markHiddenColumns } from '../../../ui/table/mark-hidden-columns.ts'
import classes from './Results.module.css'

export interface ResultsProps {
  readonly spec: FormSpec
  readonly outputs: Values
  readonly values: Values
}

type Of<K extends FormResult['kind']> = Extract<FormResult, { kind: K }>

/** The results of a calculator: figures first, then tables, charts and sentences. */
export function Results({ spec, outputs, values }: ResultsProps) {
  const { results } = spec.layout
  const figures = results.flatMap((figure, index) => (figure.kind === 'figure' ? [{ figure, index }] : []))
  const others = results.flatMap((result, index) => (result.kind === 'figure' ? [] : [{ result, index }]))
  return (
    <div className={classes.results}>
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(({ figure, index }) => (
            <Figure key={index} index={index} figure={figure} spec={spec} value={outputs[figure.output]} />
          ))}
        </dl>
      )}
      {others.map(({ result, index }) => (
        <div key={index} className={classes.result} data-result={index}>
          {result.kind === 'sentence' && <Sentence {...{ result, spec, outputs, values }} />}
          {result.kind === 'table' && <OutputTable result={result} spec={spec} value={outputs[result.output]} />}
          {result.kind === 'chart' && <OutputChart result={result} spec={spec} value={outputs[result.output]} />}
        </div>
      ))}
    </div>
  )
}

interface FigureProps {
  readonly figure: Of<'figure'>
  readonly index: number
  readonly spec: FormSpec
  readonly value: unknown
}

function Figure({ figure, index, spec, value }: FigureProps) {
  const text = useText()
  const language = useLanguage()
  const port = spec.outputs.find(({ name }) => name === figure.output)
  const unit = textIn(figure.unit, language)
  const help = textIn(figure.help, language)
  return (
    <div className={classes.figure} data-large={figure.large || undefined} data-result={index}>
      <dt>
        {textIn(figure.label, language) || figure.output}
        {help !== '' && <span className={classes.help}>{help}</span>}
      </dt>
      <dd>
        {value === undefined || value === null || value === '' ? (
          <span className={classes.nothing}>–</span>
        ) : typeof value === 'boolean' ? (
          text(value ? 'Engine.yes' : 'Engine.no')
        ) : (
          <ValueText value={value} numberFormat={port?.numberFormat} />
        )}
        {unit !== '' && <span className={classes.unit}>{unit}</span>}
      </dd>
    </div>
  )
}

/** Replaces names in braces by values, formatted as in the workbook. */
function Sentence({ result, spec, outputs, values }: { result: Of<'sentence'> } & ResultsProps) {
  const text = useText()
  const language = useLanguage()
  const ports = new Map([...spec.inputs, ...spec.outputs].map((port) => [port.name, port]))
  const written = textIn(result.text, language).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const port = ports.get(name)
    const value = name in outputs ? outputs[name] : values[name]
    if (port === undefined) return whole
    return typeof value === 'boolean' ? text(value ? 'Engine.yes' : 'Engine.no') : valueText(value, port.numberFormat)
  })
  return <p className={classes.sentence}>{written}</p>
}

type Rows = readonly Readonly<Record<string, unknown>>[]

function rowsOf(value: unknown): Rows {
  return Array.isArray(value) ? (value as Rows) : []
}

function OutputTable({ result, spec, value }: { result: Of<'table'>; spec: FormSpec; value: unknown }) {
  const language = useLanguage()
  const port = spec.outputs.find(({ name }) => name === result.output)
  const rows = rowsOf(value)
  const columns = (port?.columns ?? []).filter(({ heading }) => result.columns?.includes(heading) ?? true)
  const label = textIn(result.label, language) || result.output
  return (
    <section className={classes.block} aria-label={label}>
      <h3>{label}</h3>
      {/* A scrolling region must be reachable with the keyboard. */}
      <div ref={markHiddenColumns} className={classes.scroll} tabIndex={0}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ heading, type }) => (
                <th key={heading} scope="col" data-align={isNumeric(type) ? 'end' : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Rows have no id, only their index.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {columns.map(({ heading, type, numberFormat }) => (
                  <td key={heading} data-align={isNumeric(type) ? 'end' : undefined}>
                    <ValueText value={row[heading]} numberFormat={numberFormat} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function OutputChart({ result, spec, value }: { result: Of<'chart'>; spec: FormSpec; value: unknown }) {
  const language = useLanguage()
  const port = spec.outputs.find(({ name }) => name === result.output)
  const rows = rowsOf(value)
  const formatOf = (heading: string) => port?.columns?.find((column) => column.heading === heading)?.numberFormat
  const format = formatOf(result.series[0] ?? '')
  return (
    <Chart
      title={textIn(result.label, language) || result.output}
      kind={result.chart}
      x={{ label: result.x }}
      y={{ label: result.series.length === 1 ? (result.series[0] ?? '') : '', unit: textIn(result.unit, language) }}
      points={rows.map((row) => pointOf(row[result.x]))}
      series={result.series.map((heading) => ({ name: heading, values: rows.map((row) => numberOrGap(row[heading])) }))}
      formatValue={(number) => valueText(number, format)}
      formatPoint={(point) => valueText(point, formatOf(result.x))}
    />
  )
}

function pointOf(value: unknown): number | string {
  return typeof value === 'number' ? value : valueText(value, undefined)
}

function numberOrGap(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
