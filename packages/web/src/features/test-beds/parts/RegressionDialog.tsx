import { Alert, FileInput, List, MultiSelect } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useEngines } from '../../engines/queries.ts'
import { useUploadRegression } from '../mutations.ts'

const kinds = ['.xlsx', '.xlsm', '.xlsb', '.xls', '.csv']
const shownFindings = 8

/** Runs a filled template against engines of the product. */
export function RegressionDialog({ productId, onClose }: { readonly productId: string; readonly onClose: () => void }) {
  const text = useText()
  const engines = useEngines(productId, { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined })
  const upload = useUploadRegression(productId)
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const findings = upload.error instanceof ApiError ? upload.error.fieldErrors : []

  function submit(event: FormEvent) {
    event.preventDefault()
    if (file === null) return
    upload.mutate(
      { file, engines: chosen },
      {
        onSuccess({ runs }) {
          toastSuccess(text('Regression.started', { count: runs.length }))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={text('Regression.title')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('Regression.submit')}
      submitting={upload.isPending}
      submitDisabled={file === null}
      failure={upload.error}
    >
      {findings.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          <List size="sm">
            {findings.slice(0, shownFindings).map(({ field, message }) => (
              <List.Item key={`${field}${message}`}>
                <span className="mono">{field}</span> {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <FileInput
        label={text('Regression.file')}
        leftSection={<IconFileSpreadsheet />}
        accept={kinds.join(',')}
        value={file}
        onChange={setFile}
        required
      />
      <MultiSelect
        label={text('Regression.engines')}
        description={text('Regression.enginesHint')}
        data={engines.data?.items.map(({ id, serviceName }) => ({ value: id, label: serviceName })) ?? []}
        value={chosen}
        onChange={setChosen}
        searchable
        clearable
      />
    </FormDialog>
  )
}
