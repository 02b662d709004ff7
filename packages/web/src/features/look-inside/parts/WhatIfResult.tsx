import { Button } from '@mantine/core'
import type { WhatIfAnswer, WhatIfQuestion } from '@sheetwright/contract/look-inside/run-what-if.ts'
import { IconDownload } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart, type ChartProps } from '../../../ui/chart/Chart.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { csvOf, type TableValue, tableOf } from '../what-if-table.ts'
import classes from './WhatIfView.module.css'

interface WhatIfResultProps {
  readonly question: WhatIfQuestion
  readonly answer: WhatIfAnswer
  readonly name: string
}

/** The results: always as a table, and as a chart where possible. */
export function WhatIfResult({ question, answer, name }: WhatIfResultProps) {
  const text = useText()
  const downloads = useDownloads()
  if (question.kind === 'solve' && answer.kind === 'solve') return <Solved question={question} answer={answer} />
  const table = tableOf(question, answer, {
    input: text('WhatIf.input'),
    low: text('WhatIf.low'),
    high: text('WhatIf.high'),
    atLow: text('WhatIf.atLow'),
    atHigh: text('WhatIf.atHigh'),
    output: text('WhatIf.output'),
    error: text('WhatIf.error'),
  })
  const chart = chartOf(question, answer, {
    low: text('WhatIf.atLow'),
    high: text('WhatIf.atHigh'),
  })
  const skipped = answer.kind === 'tornado' ? answer.skipped : []
  const save = () => {
    const blob = new Blob([`\uFEFF${csvOf(table)}`], { type: 'text/csv' })
    void downloads.save(() => Promise.resolve({ blob, fileName: `${name} ${question.kind}.csv` }), 'what-if.csv')
  }
  return (
    <div className={classes.result}>
      {chart !== undefined && <Chart {...chart} />}
      {skipped.length > 0 && <p className={classes.dim}>{text('WhatIf.skipped', { inputs: skipped.join(', ') })}</p>}
      <LongTable
        label={text('WhatIf.result')}
        rows={table.rows}
        rowKey={(_, index) => String(index)}
        columns={table.headings.map((heading, index) => ({
          id: `${index} ${heading}`,
          heading,
          width: 140,
          grows: true,
          namesRow: index === 0,
          ...(index === 0 ? {} : { align: 'end' as const }),
          renderCell: (row: readonly TableValue[]) => <Value value={row[index] ?? null} />,
        }))}
      />
      <div>
        <Button variant="default" leftSection={<IconDownload />} onClick={save}>
          {text('WhatIf.export')}
        </Button>
      </div>
    </div>
  )
}

function Value({ value }: { readonly value: TableValue }) {
  const intl = useIntl()
  const shown =
    typeof value === 'number' ? intl.formatNumber(value, { maximumFractionDigits: 6 }) : String(value ?? '–')
  return (
    <span className="mono" title={String(value ?? '')}>
      {shown}
    </span>
  )
}

interface SolvedProps {
  readonly question: Extract<WhatIfQuestion, { kind: 'solve' }>
  readonly answer: Extract<WhatIfAnswer, { kind: 'solve' }>
}

function Solved({ question, answer }: SolvedProps) {
  const text = useText()
  const { input, output, target, from, to } = question
  const { found, reached, tried, error } = answer
  return (
    <div className={classes.result}>
      <p className={classes.found}>
        {found === null
          ? text('WhatIf.notFound', { input, output, target, from, to })
          : text('WhatIf.found', { input, output, found, reached: reached ?? 0 })}
      </p>
      {found === null && reached !== null && <p className={classes.dim}>{text('WhatIf.nearest', { reached })}</p>}
      {error !== null && <p className={classes.dim}>{error}</p>}
      <p className={classes.dim}>{text('WhatIf.tried', { tried })}</p>
    </div>
  )
}

interface ChartTexts {
  readonly low: string
  readonly high: string
}

function chartOf(question: WhatIfQuestion, answer: WhatIfAnswer, texts: ChartTexts): ChartProps | undefined {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  if (answer.kind === 'tornado' && question.kind === 'tornado') {
    const bars = answer.bars.slice(0, 30)
    return {
      title: question.output,
      kind: 'bar',
      x: { label: '' },
      y: { label: question.output },
      points: bars.map(({ input }) => input),
      series: [
        { name: texts.low, values: bars.map(({ atLow }) => atLow) },
        { name: texts.high, values: bars.map(({ atHigh }) => atHigh) },
      ],
    }
  }
  if (answer.kind !== 'sweep' || question.kind !== 'sweep') return undefined
  const [first, second] = question.vary
  const [output = ''] = question.outputs
  const points = (first?.values ?? []).map((value) => (typeof value === 'number' ? value : String(value)))
  const width = second?.values.length ?? 1
  const series =
    second === undefined
      ? question.outputs.map((name) => ({ name, values: answer.rows.map((row) => number(row.outputs?.[name])) }))
      : second.values.slice(0, 6).map((value, column) => ({
          name: `${second.input} = ${String(value)}`,
          values: points.map((_, row) => number(answer.rows[row * width + column]?.outputs?.[output])),
        }))
  return {
    title: question.outputs.join(', '),
    kind: points.every((point) => typeof point === 'number') ? 'line' : 'bar',
    x: { label: first?.input ?? '' },
    y: { label: question.outputs.length === 1 ? output : '' },
    points,
    series,
  }
}
