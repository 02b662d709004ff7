import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type {
  MasterReference,
  MasterReferenceVersion,
  ReferenceRange,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { IconArrowBackUp, IconDeviceFloppy, IconInfoCircle, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { EditableGrid } from '../../../ui/grid/EditableGrid.tsx'
import { isNumeric } from '../../../ui/input-text.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import {
  cellsOf,
  countEdits,
  countProblems,
  type Edits,
  editsAfter,
  isAccepted,
  type Line,
  linesOf,
  noEdits,
} from '../range-edits.ts'
import { useRangeRows } from '../queries.ts'
import { RangeTable } from './RangeTable.tsx'
import { ReviewEditsDialog } from './ReviewEditsDialog.tsx'

interface RangeEditorProps {
  readonly document: MasterReference
  readonly version: MasterReferenceVersion
  readonly range: ReferenceRange
  /** The version in effect, with which the edits are compared. */
  readonly published: MasterReferenceVersion | undefined
  readonly mayEdit: boolean
}

const pageSize = 100
/** Maximum number of rows added by a paste. */
const pastedRows = 5000

/** A page of a range, sorted and filtered by the server, edited like a sheet. Changes are reviewed before saving. */
export function RangeEditor({ document, version, range, published, mayEdit }: RangeEditorProps) {
  const text = useText()
  const [page, setPage] = useState(1)
  const [wanted, setWanted] = useState('')
  const [column, setColumn] = useState(range.columns[0]?.heading ?? '')
  const [sort, setSort] = useState<string | null>(null)
  const [history, setHistory] = useState<readonly Edits[]>([noEdits])
  const [reviewing, setReviewing] = useState(false)
  const edits = history.at(-1) ?? noEdits
  const rows = useRangeRows({
    documentId: document.id,
    version: version.id,
    range: range.name,
    page,
    pageSize,
    ...(sort === null ? {} : { sort }),
    filter: wanted === '' ? [] : [{ column, operator: 'contains', value: wanted }],
  })
  const count = countEdits(edits)
  const guard = useLeaveGuard(count > 0)
  const { columns } = range
  const base = useMemo(
    (): readonly Line[] =>
      rows.data?.rows.map((row, i) => ({ row: rows.data.rowNumbers[i], cells: cellsOf(row, columns) })) ?? [],
    [rows.data, columns],
  )
  const gridColumns = useMemo(
    () =>
      columns.map((one) => ({
        heading: one.heading,
        ...(isNumeric(one.type) ? { align: 'end' as const } : {}),
        accepts: (value: string) => isAccepted(value, one),
      })),
    [columns],
  )
  const undo = () => setHistory((steps) => (steps.length > 1 ? steps.slice(0, -1) : steps))
  useHotkeys([['mod+Z', undo]])
  if (rows.isError) return <FailureState error={rows.error} onRetry={() => void rows.refetch()} />

  const lines = linesOf(base, edits)
  const problems = countProblems(edits, columns)
  const originals = new Map([
    ...edits.before,
    ...base.flatMap(({ row, cells }) => (row === undefined ? [] : [[row, cells] as const])),
  ])

  function changeRows(changed: string[][]) {
    setHistory((steps) => [...steps, editsAfter(lines, changed, edits, originals)])
  }

  return (
    <>
      <FilterBar
        searchLabel={text('Master.filter', { column })}
        search={wanted}
        onSearch={(value) => {
          setWanted(value)
          setPage(1)
        }}
        filters={
          <>
            <Select
              aria-label={text('Master.filterColumn')}
              allowDeselect={false}
              data={columns.map(({ heading }) => heading)}
              value={column}
              onChange={(heading) => setColumn(heading ?? '')}
            />
            <Select
              aria-label={text('Master.sort')}
              placeholder={text('Master.sort')}
              clearable
              data={columns.flatMap(({ heading }) => [
                { value: heading, label: text('Master.ascending', { heading }) },
                { value: `-${heading}`, label: text('Master.descending', { heading }) },
              ])}
              value={sort}
              onChange={setSort}
            />
          </>
        }
      />
      {mayEdit && (
        <Group gap="sm" mb="sm" justify="space-between">
          <Text size="sm" c="dimmed" component="output">
            {problems > 0 ? text('Master.problems', { count: problems }) : text('Master.unsaved', { count })}
          </Text>
          <Group gap="sm">
            <Button variant="default" leftSection={<IconArrowBackUp />} disabled={history.length === 1} onClick={undo}>
              {text('Master.undo')}
            </Button>
            <Button
              leftSection={<IconDeviceFloppy />}
              disabled={count === 0 || problems > 0}
              onClick={() => setReviewing(true)}
            >
              {text('Master.review')}
            </Button>
          </Group>
        </Group>
      )}
      {mayEdit && range.hasFormulas && (
        <Alert variant="light" icon={<IconInfoCircle />} mb="sm">
          {text('Master.hasFormulas')}
        </Alert>
      )}
      {rows.isPending ? (
        <LoadingBlock />
      ) : lines.length === 0 && !mayEdit ? (
        <EmptyState icon={<IconSearchOff />} title={text('Master.noRows.title')} text={text('Master.noRows.text')} />
      ) : mayEdit ? (
        <EditableGrid
          label={range.name}
          columns={gridColumns}
          rows={lines.map(({ cells }) => cells)}
          maxRows={lines.length + pastedRows}
          isOpenEnded
          onChange={changeRows}
        />
      ) : (
        <RangeTable label={range.name} columns={columns} rows={lines} />
      )}
      <Pager page={page} pageSize={pageSize} count={rows.data?.count ?? 0} onChange={setPage} />
      {reviewing && (
        <ReviewEditsDialog
          document={document}
          version={version}
          range={range}
          published={published}
          edits={edits}
          onClose={() => setReviewing(false)}
          onSaved={() => {
            guard.release()
            setHistory([noEdits])
            setReviewing(false)
          }}
        />
      )}
    </>
  )
}
