import { MultiSelect, SegmentedControl, Select, Switch } from '@mantine/core'
import type { FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { LocalizedText } from '@sheetwright/contract/calculators/localized-text.ts'
import { useText } from '../../../../platform/messages/use-text.ts'
import { isNumeric } from '../../../../ui/input-text.ts'
import { columnsFor } from '../../builder/new-parts.ts'
import { LocalizedInput } from './LocalizedInput.tsx'
import classes from './PartEditor.module.css'

type Of<K extends FormResult['kind']> = Extract<FormResult, { kind: K }>

export interface ResultEditorProps<R extends FormResult = FormResult> {
  readonly result: R
  readonly spec: FormSpec
  readonly onChange: (result: FormResult, about: string) => void
}

/** Edits how a result is shown. */
export function ResultEditor({ result, spec, onChange }: ResultEditorProps) {
  const text = useText()
  if (result.kind === 'sentence') return <SentenceEditor {...{ result, spec, onChange }} />
  const shape = result.kind === 'figure' ? 'cell' : 'block'
  return (
    <div className={classes.editor}>
      <Select
        label={text('FormBuilder.output')}
        data={spec.outputs.filter((port) => port.shape === shape).map(({ name }) => name)}
        value={result.output}
        allowDeselect={false}
        searchable
        onChange={(output) => {
          if (output === null || output === result.output) return
          const port = spec.outputs.find(({ name }) => name === output)
          if (result.kind === 'chart') onChange({ ...result, output, ...columnsFor(port) }, 'output')
          else if (result.kind === 'table') {
            const { columns: _columns, ...rest } = result
            onChange({ ...rest, output }, 'output')
          } else onChange({ ...result, output }, 'output')
        }}
      />
      <LocalizedInput
        label={text('FormBuilder.label')}
        value={result.label}
        onChange={(label) => onChange({ ...result, label: label ?? {} }, 'label')}
      />
      {result.kind === 'figure' && <FigureEditor {...{ result, spec, onChange }} />}
      {result.kind === 'table' && <TableEditor {...{ result, spec, onChange }} />}
      {result.kind === 'chart' && <ChartEditor {...{ result, spec, onChange }} />}
    </div>
  )
}

function FigureEditor({ result, onChange }: ResultEditorProps<Of<'figure'>>) {
  const text = useText()
  const set = (key: 'help' | 'unit', value: LocalizedText | undefined) => {
    const { [key]: _before, ...rest } = result
    onChange(value === undefined ? rest : { ...rest, [key]: value }, key)
  }
  return (
    <>
      <LocalizedInput label={text('FormBuilder.help')} value={result.help} onChange={(help) => set('help', help)} />
      <LocalizedInput label={text('FormBuilder.unit')} value={result.unit} onChange={(unit) => set('unit', unit)} />
      <Switch
        label={text('FormBuilder.large')}
        checked={result.large}
        onChange={(event) => onChange({ ...result, large: event.currentTarget.checked }, 'large')}
      />
    </>
  )
}

function headingsOf(spec: FormSpec, output: string) {
  return spec.outputs.find(({ name }) => name === output)?.columns ?? []
}

function TableEditor({ result, spec, onChange }: ResultEditorProps<Of<'table'>>) {
  const text = useText()
  const headings = headingsOf(spec, result.output).map(({ heading }) => heading)
  return (
    <MultiSelect
      label={text('FormBuilder.tableColumns')}
      data={headings}
      value={result.columns ?? headings}
      onChange={(chosen) => {
        const { columns: _before, ...rest } = result
        const columns = headings.filter((heading) => chosen.includes(heading))
        onChange(columns.length === headings.length ? rest : { ...rest, columns }, 'columns')
      }}
    />
  )
}

function ChartEditor({ result, spec, onChange }: ResultEditorProps<Of<'chart'>>) {
  const text = useText()
  const columns = headingsOf(spec, result.output)
  return (
    <>
      <SegmentedControl
        aria-label={text('FormBuilder.chartKind')}
        data={[
          { value: 'line', label: text('FormBuilder.chart.line') },
          { value: 'bar', label: text('FormBuilder.chart.bar') },
          { value: 'stacked', label: text('FormBuilder.chart.stacked') },
        ]}
        value={result.chart}
        onChange={(chart) => onChange({ ...result, chart: chart }, 'chart')}
      />
      <Select
        label={text('FormBuilder.chartX')}
        data={columns.map(({ heading }) => heading)}
        value={result.x}
        allowDeselect={false}
        onChange={(x) => x !== null && onChange({ ...result, x }, 'x')}
      />
      <MultiSelect
        label={text('FormBuilder.chartSeries')}
        data={columns.filter(({ type }) => isNumeric(type)).map(({ heading }) => heading)}
        value={result.series}
        maxValues={6}
        onChange={(series) => series.length > 0 && onChange({ ...result, series }, 'series')}
      />
      <LocalizedInput
        label={text('FormBuilder.unit')}
        value={result.unit}
        onChange={(unit) => {
          const { unit: _before, ...rest } = result
          onChange(unit === undefined ? rest : { ...rest, unit }, 'unit')
        }}
      />
    </>
  )
}

/** A sentence with values, written as names in braces. */
function SentenceEditor({ result, spec, onChange }: ResultEditorProps<Of<'sentence'>>) {
  const text = useText()
  const names = [...spec.outputs, ...spec.inputs].filter(({ shape }) => shape === 'cell').map(({ name }) => name)
  const insert = (name: string) => {
    const { en = '', ja = '' } = result.text
    const added = (written: string) => (written === '' ? `{${name}}` : `${written} {${name}}`)
    const isJapanese = ja !== '' && en === ''
    onChange(
      { ...result, text: isJapanese ? { ja: added(ja) } : { en: added(en), ...(ja === '' ? {} : { ja: added(ja) }) } },
      'insert',
    )
  }
  return (
    <div className={classes.editor}>
      <LocalizedInput
        label={text('FormBuilder.sentence')}
        long
        value={result.text}
        onChange={(written) => onChange({ ...result, text: written ?? {} }, 'text')}
      />
      <Select
        label={text('FormBuilder.insert')}
        description={text('FormBuilder.insertAbout')}
        data={[...new Set(names)]}
        value={null}
        searchable
        onChange={(name) => name !== null && insert(name)}
      />
    </div>
  )
}
