import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { columnName } from '../column-name.ts'
import { useAddColumn, useRenameColumn } from '../mutations.ts'

/** Adds a column at the right of the board, or renames one. */
export function ColumnDialog({ column, onClose }: { column: BoardColumn | undefined; onClose: () => void }) {
  const text = useText()
  const add = useAddColumn()
  const rename = useRenameColumn()
  const form = useForm({
    initialValues: { name: column === undefined ? '' : columnName(text, column) },
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
    },
  })

  function submit({ name }: typeof form.values) {
    const outcome = {
      onSuccess: onClose,
      onError: (error: Error) => form.setFieldError('name', errorText(text, error)),
    }
    if (column === undefined) add.mutate({ name }, outcome)
    else rename.mutate({ id: column.id, name }, outcome)
  }

  return (
    <FormDialog
      size="small"
      title={text(column === undefined ? 'Board.addColumn' : 'Board.rename')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text(column === undefined ? 'Board.addColumn' : 'Dialog.save')}
      submitting={add.isPending || rename.isPending}
    >
      <TextInput label={text('Board.columnName')} required data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
