import { useState } from 'react'
import type { Language } from '../src/platform/messages/language.ts'
import { Chart } from '../src/ui/chart/Chart.tsx'
import { Gantt } from '../src/ui/gantt/Gantt.tsx'
import { scaleFor } from '../src/ui/gantt/gantt-scale.ts'
import { barsOf } from '../src/ui/gantt/gantt-task.ts'
import { type GridMark, SheetGrid } from '../src/ui/sheet/SheetGrid.tsx'
import classes from './gallery.module.css'
import { type Say, Specimen, Specimens } from './Specimen.tsx'

const nothing = () => {}
const today = Date.parse('2026-04-10')

const one = (row: number, col: number) => ({ top: row, left: col, bottom: row, right: col })
const tones: readonly GridMark['tone'][] = [
  'input',
  'output',
  'precedent',
  'dependent',
  'changed',
  'finding',
  'covered',
  'partly',
  'uncovered',
]
const marks: readonly GridMark[] = tones.map((tone, index) => ({ id: tone, range: one(index + 1, 1), tone }))

const sheet = {
  name: 'Rates',
  rows: 14,
  cols: 6,
  frozen: { rows: 1, cols: 0 },
  showGridLines: true,
  rowHeight: 20,
  columnWidth: 90,
  widths: [],
  heights: [],
  merges: [],
}

export function DrawingSpecimens({ say, language }: { say: Say; language: Language }) {
  const [selected, setSelected] = useState(one(1, 0))
  const bars = barsOf(
    [
      { id: 'plan', name: say('Plan', '企画'), start: '2026-04-01', end: '2026-04-12', progress: 60 },
      { id: 'build', name: say('Build', '構築'), start: '2026-04-12', end: '2026-04-24', dependencies: 'plan' },
      { id: 'launch', name: say('Launch', '発売'), start: '2026-04-24', end: '2026-04-30', locked: true },
      { id: 'open', name: say('Without dates', '日付なし') },
    ],
    today,
  )
  const data = {
    x: { label: say('Month', '月') },
    y: { label: say('Calls', '呼び出し') },
    points: [1, 2, 3, 4, 5],
    series: [
      { name: say('Production', '本番'), values: [120, 180, null, 210, 260] },
      { name: say('Test', 'テスト'), values: [40, 30, 55, 60, 20] },
    ],
  }
  return (
    <Specimens title={say('Drawings', '図')}>
      <Specimen name="Chart, line">
        <Chart title={say('Calls by month', '月別の呼び出し')} kind="line" {...data} />
      </Specimen>
      <Specimen name="Chart, bars">
        <Chart title={say('Calls side by side', '呼び出しの比較')} kind="bar" {...data} />
      </Specimen>
      <Specimen name="Chart, stacked">
        <Chart title={say('Calls together', '呼び出しの合計')} kind="stacked" {...data} />
      </Specimen>
      <Specimen name="Gantt" wide>
        <div className={classes['box']}>
          <Gantt
            label={say('Roadmap', 'ロードマップ')}
            nameLabel={say('Product', '商品')}
            bars={bars}
            scale={scaleFor('Day', bars, today)}
            today={today}
            todayLabel={say('Today', '今日')}
            language={language}
            describe={({ task, progress }) => `${task.name} ${progress}%`}
            onChange={nothing}
            onZoom={nothing}
          />
        </div>
      </Specimen>
      <Specimen name="SheetGrid" wide>
        <div className={classes['box']}>
          <SheetGrid
            label={say('Sheet Rates', 'シート Rates')}
            sheet={sheet}
            cellAt={(row, col) => {
              if (col > 2 || row > tones.length) return undefined
              const text =
                row === 0 ? 'ABC'.charAt(col) : ((col === 1 ? tones[row - 1] : String(row * (col + 1))) ?? '')
              return {
                row,
                col,
                text,
                value: text,
                look: undefined,
                ...(row === 1 ? { comment: say('Of 2026', '2026 年') } : {}),
              }
            }}
            marks={marks}
            selected={selected}
            onSelect={setSelected}
            onView={nothing}
          />
        </div>
      </Specimen>
    </Specimens>
  )
}
