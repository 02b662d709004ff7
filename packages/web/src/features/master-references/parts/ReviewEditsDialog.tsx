import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type {
  MasterReference,
  MasterReferenceVersion,
  ReferenceColumn,
  ReferenceRange,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useWriteRange } from '../mutations.ts'
import { type Edits, editsAsSent } from '../range-edits.ts'
import { useVersionDifference } from '../queries.ts'
import { FramedTable } from './FramedTable.tsx'

interface ReviewEditsDialogProps {
  readonly document: MasterReference
  readonly version: MasterReferenceVersion
  readonly range: ReferenceRange
  readonly published: MasterReferenceVersion | undefined
  readonly edits: Edits
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** The changes to be saved, cell by cell, and how the version already differs from the published one. */
export function ReviewEditsDialog(props: ReviewEditsDialogProps) {
  const { document, version, range, published, edits, onClose, onSaved } = props
  const text = useText()
  const write = useWriteRange()
  const form = useForm({ initialValues: { releaseNote: '' } })
  const differs = published !== undefined && published.id !== version.id
  const earlier = useVersionDifference(
    { documentId: document.id, range: range.name, from: published?.id ?? '', to: version.id },
    differs && published.referenceRanges.some(({ name }) => name === range.name),
  )
  const changes = changesOf(edits, range.columns)

  function submit({ releaseNote }: { releaseNote: string }) {
    const body = { documentId: document.id, range: range.name, version: version.id, releaseNote }
    write.mutate(
      { ...body, ...editsAsSent(edits, range.columns) },
      {
        onSuccess({ version: made, changedCells: count }) {
          toastSuccess(text('Master.saved', { revision: made.revision, count }))
          onSaved()
        },
      },
    )
  }

  return (
    <FormDialog
      size="large"
      title={text('Master.reviewTitle', { range: range.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Master.saveVersion')}
      submitting={write.isPending}
      failure={write.error}
    >
      <FramedTable label={text('Master.reviewTitle', { range: range.name })}>
        <thead>
          <tr>
            <th scope="col">{text('Master.row')}</th>
            <th scope="col">{text('Master.column')}</th>
            <th scope="col">{text('Master.before')}</th>
            <th scope="col">{text('Master.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, row, heading, before, after }) => (
            <tr key={key}>
              <td className="mono">{row ?? text('Master.newRow')}</td>
              <td>{heading ?? text('Master.wholeRow')}</td>
              <td className="mono">{before}</td>
              <td className="mono">{after ?? text('Master.deletedRow')}</td>
            </tr>
          ))}
        </tbody>
      </FramedTable>
      {earlier.data !== undefined && earlier.data.count > 0 && (
        <Text size="sm" c="dimmed">
          {text('Master.differsAlready', {
            count: earlier.data.count,
            draft: version.revision,
            published: earlier.data.from,
          })}
        </Text>
      )}
      <Textarea label={text('Publish.note')} autosize minRows={2} maxRows={6} {...form.getInputProps('releaseNote')} />
    </FormDialog>
  )
}

interface ShownChange {
  readonly key: string
  readonly row: number | undefined
  readonly heading: string | undefined
  readonly before: string
  /** Undefined for a deleted row. */
  readonly after: string | undefined
}

function changesOf({ updated, deleted, inserted, before }: Edits, columns: readonly ReferenceColumn[]): ShownChange[] {
  const cellsOf = (row: number) => before.get(row) ?? []
  return [
    ...[...updated].flatMap(([row, cells]) =>
      columns.flatMap(({ heading }, i): ShownChange[] => {
        const [was, is] = [cellsOf(row)[i] ?? '', cells[i] ?? '']
        return was === is ? [] : [{ key: `${row} ${heading}`, row, heading, before: was, after: is }]
      }),
    ),
    ...[...deleted].map((row) => ({
      key: `-${row}`,
      row,
      heading: undefined,
      before: cellsOf(row).join(' · '),
      after: undefined,
    })),
    ...inserted.map((cells, i) => ({
      key: `+${i}`,
      row: undefined,
      heading: undefined,
      before: '',
      after: cells.join(' · '),
    })),
  ]
}
