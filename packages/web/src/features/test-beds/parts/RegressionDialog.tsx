import { FileInput, MultiSelect } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useEngines } from '../../engines/queries.ts'
import { useUploadRegression } from '../mutations.ts'
import { WrongCells } from './WrongCells.tsx'

const kinds = ['.xlsx', '.xlsm', '.xlsb', '.xls', '.csv']

/** Runs a filled template against engines of the product. */
export function RegressionDialog({ productId, onClose }: { readonly productId: string; readonly onClose: () => void }) {
  const text = useText()
  const engines = useEngines(productId, { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined })
  const upload = useUploadRegression(productId)
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<string[]>([])

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
      <WrongCells error={upload.error} />
      <FileInput
        label={text('Regression.file')}
        placeholder={text('Tests.upload.choose')}
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
