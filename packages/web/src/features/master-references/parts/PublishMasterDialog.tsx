import { Alert, Group, List, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { relationOf } from '@sheetwright/contract/master-references/date-relation.ts'
import type {
  MasterReference,
  MasterReferenceVersion,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { endsBeforeStart } from '../../../ui/day.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { usePublishMasterReference } from '../mutations.ts'
import { useDownStream } from '../queries.ts'
import { relationTexts } from './relation-texts.ts'

export interface PublishMasterDialogProps {
  readonly document: MasterReference
  readonly version: MasterReferenceVersion
  readonly onClose: () => void
}

interface Values {
  readonly start: string
  readonly end: string
  readonly releaseNote: string
}

/** Publishes a version, or changes the dates of a published one; lists the engines outside these dates. */
export function PublishMasterDialog({ document, version, onClose }: PublishMasterDialogProps) {
  const text = useText()
  const publish = usePublishMasterReference()
  const below = useDownStream(document.id)
  const before: Values = {
    start: formatDay(new Date(version.effectiveStartDate)),
    end: formatDay(new Date(version.effectiveEndDate)),
    releaseNote: version.releaseNote,
  }
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      start: (start) => (start === '' ? text('Publish.dayRequired') : null),
      end: (end, { start }) => {
        if (end === '') return text('Publish.dayRequired')
        return endsBeforeStart(start, end) ? text('Publish.endsBeforeStart') : null
      },
    },
  })
  const guard = useLeaveGuard(form.isDirty())
  const { start, end } = form.values
  const isDated = start !== '' && end !== '' && start <= end
  const dates = { effectiveStartDate: `${start}T00:00:00.000Z`, effectiveEndDate: `${end}T23:59:59.999Z` }
  const warnings = (isDated ? (below.data?.engines ?? []) : []).flatMap((engine) => {
    const relation = relationOf(engine, dates)
    return relation === 'engineInsideMaster' ? [] : [{ engine, relation }]
  })

  function submit(values: Values) {
    publish.mutate(
      {
        documentId: document.id,
        version: version.id,
        releaseNote: values.releaseNote,
        ...(values.start === before.start ? {} : { effectiveStartDate: values.start }),
        ...(values.end === before.end ? {} : { effectiveEndDate: values.end }),
      },
      {
        onSuccess({ referenceUpdateRequired: count }) {
          guard.release()
          toastSuccess(text('Master.publishedToast', { revision: version.revision, count }))
          onClose()
        },
      },
    )
  }

  const isDraft = version.state === 'Draft'
  return (
    <FormDialog
      title={text(isDraft ? 'Master.publishTitle' : 'Version.datesTitle', { revision: version.revision })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={isDraft ? text('Master.publishSubmit', { revision: version.revision }) : text('Dialog.save')}
      submitting={publish.isPending}
      failure={publish.error}
    >
      <Group gap="lg" align="flex-start" grow>
        <DayInput required data-autofocus label={text('Publish.start')} {...form.getInputProps('start')} />
        <DayInput required label={text('Publish.end')} {...form.getInputProps('end')} />
      </Group>
      <Textarea label={text('Publish.note')} autosize minRows={2} maxRows={6} {...form.getInputProps('releaseNote')} />
      {warnings.length > 0 && (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle />} title={text('Master.dateWarnings')}>
          <List size="sm">
            {warnings.map(({ engine, relation }) => (
              <List.Item key={engine.engineId}>
                {text('Master.dateWarning', {
                  engine: `${engine.productName} / ${engine.serviceName}`,
                  relation: text(relationTexts[relation]),
                })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </FormDialog>
  )
}
