import { List, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { MasterReference } from '@sheetwright/contract/master-references/master-reference.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useDeleteMasterReference } from '../mutations.ts'

interface DeleteMasterDialogProps {
  readonly document: MasterReference
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Deletes a document; while engines use it, a supervisor has to give a reason. */
export function DeleteMasterDialog({ document, onClose, onDeleted }: DeleteMasterDialogProps) {
  const text = useText()
  const remove = useDeleteMasterReference()
  const { downStreamEngines: engines, serviceName: name } = document
  const isUsed = engines.length > 0
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (isUsed && reason.trim() === '' ? text('Master.reasonRequired') : null) },
  })
  return (
    <FormDialog
      size="small"
      title={text('Master.deleteTitle', { name })}
      onClose={onClose}
      submitLabel={text('Master.deleteTitle', { name })}
      submitting={remove.isPending}
      failure={remove.error}
      onSubmit={form.onSubmit(({ reason }) =>
        remove.mutate(
          { document: document.id, ...(isUsed ? { reason } : {}) },
          {
            onSuccess() {
              toastSuccess(text('Master.deleted', { name }))
              onDeleted()
            },
          },
        ),
      )}
    >
      <Text size="sm">{text(isUsed ? 'Master.deleteUsed' : 'Master.deleteText', { count: engines.length })}</Text>
      {isUsed && (
        <>
          <List size="sm">
            {engines.map(({ id, productName, serviceName }) => (
              <List.Item key={id}>{`${productName} / ${serviceName}`}</List.Item>
            ))}
          </List>
          <Textarea required label={text('Master.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  )
}
