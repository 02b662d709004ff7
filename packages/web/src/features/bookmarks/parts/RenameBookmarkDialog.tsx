import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Bookmark } from '@sheetwright/contract/bookmarks/bookmark.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { useRenameBookmark } from '../mutations.ts'
import { bookmarkNameFailure } from '../name-failure.ts'

export function RenameBookmarkDialog({ bookmark, onClose }: { bookmark: Bookmark; onClose: () => void }) {
  const text = useText()
  const rename = useRenameBookmark()
  const form = useForm({
    initialValues: { name: bookmark.name },
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
    },
  })
  return (
    <FormDialog
      size="small"
      title={text('Bookmark.rename')}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) =>
        rename.mutate(
          { id: bookmark.id, name },
          {
            onSuccess: onClose,
            onError: (error) => form.setFieldError('name', bookmarkNameFailure(text, error)),
          },
        ),
      )}
      submitLabel={text('Dialog.save')}
      submitting={rename.isPending}
    >
      <TextInput label={text('Bookmark.name')} required data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
