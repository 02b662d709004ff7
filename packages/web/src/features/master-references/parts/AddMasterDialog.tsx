import { Checkbox, Group, List, Progress, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { addMasterReference } from '@sheetwright/contract/master-references/add-master-reference.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { endsBeforeStart } from '../../../ui/day.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { DropWorkbook } from '../../engines/parts/DropWorkbook.tsx'
import { useAddMasterReference } from '../mutations.ts'

export interface AddMasterDialogProps {
  /** The document that gets a new version. */
  readonly serviceName?: string
  readonly onClose: () => void
  readonly onAdded: (added: ResultOf<typeof addMasterReference>) => void
}

interface Values {
  readonly serviceName: string
  readonly releaseNote: string
  readonly start: string
  readonly end: string
  readonly publish: boolean
}

/** Adds a workbook with tables, as a new document or as the next version of one. */
export function AddMasterDialog({ serviceName, onClose, onAdded }: AddMasterDialogProps) {
  const text = useText()
  const add = useAddMasterReference()
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState(false)
  const [percent, setPercent] = useState(0)
  const form = useForm<Values>({
    initialValues: { serviceName: serviceName ?? '', releaseNote: '', start: '', end: '', publish: false },
    validate: {
      end: (end, { start }) => (endsBeforeStart(start, end) ? text('Publish.endsBeforeStart') : null),
    },
  })
  const guard = useLeaveGuard(form.isDirty() || file !== undefined)
  const problems = add.error instanceof ApiError ? add.error.fieldErrors : []

  function choose(chosen: File) {
    setFile(chosen)
    setMissing(false)
    if (serviceName === undefined) form.setFieldValue('serviceName', chosen.name.replace(/\.[^.]*$/, ''))
  }

  function submit(values: Values) {
    if (file === undefined) return setMissing(true)
    setPercent(0)
    const data = {
      ...(values.serviceName.trim() === '' ? {} : { serviceName: values.serviceName.trim() }),
      releaseNote: values.releaseNote,
      publish: values.publish,
      ...(values.start === '' ? {} : { effectiveStartDate: values.start }),
      ...(values.end === '' ? {} : { effectiveEndDate: values.end }),
    }
    add.mutate(
      { file, data, onProgress: setPercent },
      {
        onSuccess(added) {
          guard.release()
          toastSuccess(text('Master.added', { name: added.serviceName, revision: added.version.revision }))
          onClose()
          onAdded(added)
        },
      },
    )
  }

  return (
    <FormDialog
      title={text(serviceName === undefined ? 'Master.add' : 'Master.newVersion')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={text('Master.addSubmit')}
      submitting={add.isPending}
      failure={add.error}
    >
      {problems.length > 0 && (
        <List size="sm">
          {problems.map(({ field, message }) => (
            <List.Item key={`${field} ${message}`}>
              <span className="mono">{field}</span> {message}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" c="dimmed">
        {text('Master.addHelp')}
      </Text>
      <DropWorkbook file={file} problem={missing ? text('Master.fileMissing') : undefined} onChoose={choose} />
      {add.isPending && (
        <output>
          <Text size="sm">{text(percent < 100 ? 'Master.uploading' : 'Master.reading')}</Text>
          <Progress value={percent} animated={percent >= 100} aria-label={text('Master.uploading')} />
        </output>
      )}
      {serviceName === undefined && <TextInput label={text('Master.name')} {...form.getInputProps('serviceName')} />}
      <Group gap="lg" align="flex-start" grow>
        <DayInput label={text('Publish.start')} {...form.getInputProps('start')} />
        <DayInput label={text('Publish.end')} {...form.getInputProps('end')} />
      </Group>
      <Textarea label={text('Publish.note')} autosize minRows={2} maxRows={6} {...form.getInputProps('releaseNote')} />
      <Checkbox label={text('Master.publishAtOnce')} {...form.getInputProps('publish', { type: 'checkbox' })} />
    </FormDialog>
  )
}
