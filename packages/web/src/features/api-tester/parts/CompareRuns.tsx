import { Select } from '@mantine/core'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { formatMoment } from '../../../platform/messages/dates.ts'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { ValueText } from '../../engines/parts/ValueText.tsx'
import type { TesterRun } from '../run.ts'
import classes from './CompareRuns.module.css'

interface Line {
  readonly side: 'input' | 'output'
  readonly name: string
  readonly left: unknown
  readonly right: unknown
  readonly format: string | undefined
}

export interface CompareRunsProps {
  readonly runs: readonly TesterRun[]
  readonly inputs: readonly EnginePort[]
  readonly outputs: readonly EnginePort[]
}

/** Two runs side by side, only the differences. */
export function CompareRuns({ runs, inputs, outputs }: CompareRunsProps) {
  const text = useText()
  const [leftId, setLeft] = useState<string>()
  const [rightId, setRight] = useState<string>()
  const left = runs.find(({ callId }) => callId === leftId) ?? runs[1]
  const right = runs.find(({ callId }) => callId === rightId) ?? runs[0]
  if (left === undefined || right === undefined) return <p className={classes.none}>{text('Tester.compare.tooFew')}</p>
  const formats = new Map([...inputs, ...outputs].map((port) => [port.name, port.numberFormat]))
  const lines = [...differing('input', left, right, formats), ...differing('output', left, right, formats)]
  const choices = runs.map((run) => ({
    value: run.callId,
    label: `${formatMoment(new Date(run.at))} · ${run.revision}`,
  }))
  const columns: Column<Line>[] = [
    {
      id: 'side',
      heading: text('Tester.compare.kind'),
      width: 110,
      renderCell: ({ side }) => text(side === 'input' ? 'Tester.input' : 'Tester.output'),
    },
    {
      id: 'name',
      heading: text('Tester.compare.name'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ name }) => name,
    },
    {
      id: 'left',
      heading: text('Tester.compare.left'),
      width: 200,
      align: 'end',
      renderCell: (line) => <ValueText value={line.left} numberFormat={line.format} />,
    },
    {
      id: 'right',
      heading: text('Tester.compare.right'),
      width: 200,
      align: 'end',
      renderCell: (line) => <ValueText value={line.right} numberFormat={line.format} />,
    },
    {
      id: 'by',
      heading: text('Tester.compare.by'),
      width: 160,
      align: 'end',
      renderCell: (line) => <Difference {...line} />,
    },
  ]
  return (
    <div className={classes.root}>
      <div className={classes.choices}>
        <Select
          label={text('Tester.compare.left')}
          data={choices}
          value={left.callId}
          onChange={(id) => setLeft(id ?? undefined)}
          allowDeselect={false}
        />
        <Select
          label={text('Tester.compare.right')}
          data={choices}
          value={right.callId}
          onChange={(id) => setRight(id ?? undefined)}
          allowDeselect={false}
        />
      </div>
      <DataTable
        id="tester-compare"
        label={text('Tester.compare.title')}
        columns={columns}
        rows={lines}
        rowKey={({ side, name }) => `${side}/${name}`}
        skeletonRows={3}
        dense
        empty={<p className={classes.none}>{text('Tester.compare.equal')}</p>}
      />
    </div>
  )
}

function Difference({ left, right, format }: Line) {
  if (typeof left !== 'number' || typeof right !== 'number') return null
  return (
    <>
      {right > left ? '+' : '−'}
      <ValueText value={Math.abs(right - left)} numberFormat={format} />
    </>
  )
}

function differing(
  side: Line['side'],
  left: TesterRun,
  right: TesterRun,
  formats: ReadonlyMap<string, string | undefined>,
): Line[] {
  const [before, after] = side === 'input' ? [left.inputs, right.inputs] : [left.outputs, right.outputs]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return []
    return [{ side, name, left: before[name], right: after[name], format: formats.get(name) }]
  })
}
