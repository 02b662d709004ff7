import { useState } from 'react'
import { EditableGrid } from '../src/ui/grid/EditableGrid.tsx'
import { NextPage } from '../src/ui/NextPage.tsx'
import { type Column, DataTable } from '../src/ui/table/DataTable.tsx'
import { LongTable } from '../src/ui/table/LongTable.tsx'
import { Pager } from '../src/ui/table/Pager.tsx'
import type { Sort } from '../src/ui/table/sort.ts'
import { VirtualGrid } from '../src/ui/table/VirtualGrid.tsx'
import classes from './gallery.module.css'
import { type Say, Specimen, Specimens } from './Specimen.tsx'

interface Rate {
  readonly id: string
  readonly name: string
  readonly rate: number
}

const nothing = () => {}
const halfOfList = {
  error: null,
  isError: false,
  isFetching: false,
  isFetchNextPageError: false,
  isFetchingNextPage: false,
  hasNextPage: true,
  fetchNextPage: nothing,
}
const keyOf = ({ id }: Rate) => id
const nameOf = ({ name }: Rate) => name
const isNumber = (text: string) => Number.isFinite(Number(text))

export function TableSpecimens({ say }: { say: Say }) {
  const [sort, setSort] = useState<Sort | null>(null)
  const [gridSort, setGridSort] = useState('name')
  const [selected, setSelected] = useState<ReadonlyMap<string, Rate>>(new Map())
  const [page, setPage] = useState(2)
  const [cells, setCells] = useState([
    ['18', '1.40'],
    ['25', 'no number'],
  ])
  const rates: Rate[] = [
    { id: 'tokyo', name: say('Tokyo', '東京'), rate: 1.12 },
    { id: 'osaka', name: say('Osaka', '大阪'), rate: 1.05 },
    { id: 'sapporo', name: say('Sapporo', '札幌'), rate: 0.98 },
  ]
  const columns: Column<Rate>[] = [
    {
      id: 'name',
      heading: say('Region', '地域'),
      renderCell: nameOf,
      width: 160,
      grows: true,
      sortable: true,
      namesRow: true,
    },
    { id: 'rate', heading: say('Rate', '料率'), renderCell: ({ rate }) => rate.toFixed(2), width: 100, align: 'end' },
  ]
  const table = { columns, rowKey: keyOf, skeletonRows: 3, empty: say('No region matches', '該当する地域がありません') }
  return (
    <Specimens title={say('Tables', '表')}>
      <Specimen name="DataTable">
        <DataTable
          id="gallery"
          label={say('Rates', '料率表')}
          rows={rates}
          sort={sort}
          onSortChange={setSort}
          onOpen={nothing}
          {...table}
        />
      </Specimen>
      <Specimen name="DataTable, loading">
        <DataTable
          id="gallery-loading"
          label={say('Rates, loading', '料率表（読み込み中）')}
          rows={undefined}
          {...table}
        />
      </Specimen>
      <Specimen name="DataTable, no match, dense">
        <DataTable id="gallery-empty" label={say('No rates', '料率表（空）')} rows={[]} dense {...table} />
      </Specimen>
      <Specimen name="Pager">
        <Pager page={page} pageSize={20} count={130} onChange={setPage} />
      </Specimen>
      <Specimen name="NextPage">
        <NextPage list={halfOfList} label={say('Show more', 'さらに表示')} />
      </Specimen>
      <Specimen name="NextPage, failed">
        <NextPage
          list={{ ...halfOfList, error: new Error('fetch failed'), isError: true, isFetchNextPageError: true }}
          label={say('Show more', 'さらに表示')}
        />
      </Specimen>
      <Specimen name="LongTable">
        <div className={classes['box']}>
          <LongTable label={say('All rates', 'すべての料率')} columns={columns} rows={rates} rowKey={keyOf} />
        </div>
      </Specimen>
      <Specimen name="VirtualGrid">
        <div className={classes['box']}>
          <VirtualGrid
            label={say('Rates to choose', '選択できる料率')}
            columns={columns}
            count={4}
            rowAt={(index) => rates[index]}
            rowId={keyOf}
            rowName={nameOf}
            selectHeading={say('Select', '選択')}
            onRange={nothing}
            sort={gridSort}
            onSort={setGridSort}
            selected={selected}
            onSelect={setSelected}
            onOpen={nothing}
          />
        </div>
      </Specimen>
      <Specimen name="EditableGrid">
        <EditableGrid
          label={say('Rates by age', '年齢別料率')}
          columns={[
            { heading: say('Age', '年齢'), align: 'end', accepts: isNumber },
            { heading: say('Rate', '料率'), align: 'end', accepts: isNumber },
          ]}
          rows={cells}
          maxRows={10}
          onChange={setCells}
        />
      </Specimen>
    </Specimens>
  )
}
