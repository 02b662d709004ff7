import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useRenameDocument } from '../mutations.ts'

/** Renames a document. The extension is shown behind the field and stays. */
export function RenameDocumentDialog(props: { product: string; document: ProductDocument; onClose: () => void }) {
  const { product, document, onClose } = props
  const text = useText()
  const rename = useRenameDocument(product, document)
  const extension = document.fileName.slice(document.fileName.length - extensionOf(document.fileName).length)
  const form = useForm({
    initialValues: { name: document.fileName.slice(0, document.fileName.length - extension.length) },
    validate: {
      name(name) {
        const problem = name.trim() === '' ? 'Name.required' : nameProblem(name.trim() + extension)
        return problem === null ? null : text(problem)
      },
    },
  })

  function submit({ name }: { name: string }) {
    const fileName = name.trim() + extension
    if (fileName === document.fileName) return onClose()
    rename.mutate(fileName, {
      onSuccess(renamed) {
        toastSuccess(text('Document.renamed', { name: renamed.fileName }))
        onClose()
      },
      onError: (error) => form.setFieldError('name', errorText(text, error)),
    })
  }

  return (
    <FormDialog
      size="small"
      title={text('Document.renameTitle')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={rename.isPending}
    >
      <TextInput
        label={text('Document.fileName')}
        description={text('Name.rule')}
        rightSection={<span className="mono">{extension}</span>}
        rightSectionWidth="4em"
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
