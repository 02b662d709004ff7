import { Button, FileButton, Group, Progress, Select, Text, TextInput } from '@mantine/core'
import type { TestBed } from '@sheetwright/contract/test-beds/test-bed.ts'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFileDrop } from '../../../ui/file-drop.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { shownProgress } from '../../../ui/progress.ts'
import { useEngines } from '../../engines/queries.ts'
import { useSaveTemplate, useUploadTestBed } from '../mutations.ts'
import classes from './UploadTestBedDialog.module.css'
import { WrongCells } from './WrongCells.tsx'

const kinds = ['.xlsx', '.xlsm', '.xlsb', '.xls', '.csv']

export interface UploadTestBedDialogProps {
  readonly productId: string
  /** The test bed that gets a new version; undefined for a new one. */
  readonly testBed?: TestBed
  readonly onClose: () => void
  readonly onUploaded: (testbedId: string) => void
}

/** Creates a test bed from a filled template. Errors are listed by cell. */
export function UploadTestBedDialog({ productId, testBed, onClose, onUploaded }: UploadTestBedDialogProps) {
  const text = useText()
  const engines = useEngines(productId, { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined })
  const upload = useUploadTestBed()
  const template = useSaveTemplate()
  const [chosenEngine, setChosenEngine] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const drop = useFileDrop(setFile)
  const options = engines.data?.items.map(({ id, serviceName }) => ({ value: id, label: serviceName })) ?? []
  const engine = testBed?.engineId ?? chosenEngine ?? (options.length === 1 ? options[0]?.value : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (file === undefined || engine === undefined) return
    const target =
      testBed === undefined
        ? { engineId: engine, ...(name.trim() === '' ? {} : { name: name.trim() }) }
        : { testbedId: testBed.id }
    upload.mutate(
      { ...target, file },
      {
        onSuccess({ testbedId, noOfTest }) {
          toastSuccess(text('Tests.uploaded', { count: noOfTest }))
          onUploaded(testbedId)
        },
      },
    )
  }

  return (
    <FormDialog
      title={testBed === undefined ? text('Tests.upload.title') : text('Tests.upload.next', { name: testBed.name })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('Tests.upload.submit')}
      submitting={upload.isPending}
      submitDisabled={file === undefined || engine === undefined}
      failure={upload.error}
    >
      <WrongCells error={upload.error} />
      {testBed === undefined && (
        <>
          <Select
            label={text('Tests.engine')}
            data={options}
            value={engine ?? null}
            onChange={setChosenEngine}
            required
            allowDeselect={false}
          />
          <TextInput
            label={text('Tests.name')}
            description={text('Tests.upload.nameHint')}
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
      {/* Dropping is optional: the button inside does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.zone} data-over={drop.over || undefined} {...drop.handlers}>
        <IconFileSpreadsheet className="large" />
        <Text fw={500}>{file === undefined ? text('Tests.upload.drop') : <FileName name={file.name} />}</Text>
        <FileButton
          accept={kinds.join(',')}
          onChange={(chosen) => chosen !== null && setFile(chosen)}
          inputProps={{ 'aria-label': text('Tests.upload.choose') }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload />} {...props}>
              {text('Tests.upload.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {upload.isPending && (
        <Progress value={shownProgress(upload.percent)} aria-label={text('Tests.upload.progress')} />
      )}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {text(engine === undefined ? 'Tests.upload.templateOf' : 'Tests.upload.noTemplate')}
        </Text>
        {engine !== undefined &&
          (['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              size="compact-sm"
              variant="subtle"
              loading={template.isPending}
              onClick={() => template.mutate({ engine, format })}
            >
              {text('Tests.template', { format })}
            </Button>
          ))}
      </Group>
    </FormDialog>
  )
}
