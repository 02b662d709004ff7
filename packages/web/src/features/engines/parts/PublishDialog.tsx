import { Group, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastUndo } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { ApprovalPanel } from '../../test-beds/parts/ApprovalPanel.tsx'
import { usePublishVersion } from '../mutations.ts'
import { useEnginePaths } from '../engine-path.ts'
import { datesAsSent, type VersionValues, usePublishRules, versionValuesOf } from '../publish-form.ts'
import { usePublishReview } from '../use-publish-checks.ts'
import { PublishChecks } from './PublishChecks.tsx'

export interface PublishDialogProps {
  readonly engine: Engine
  readonly version: EngineVersion
  readonly onClose: () => void
}

/** Publishes a draft that was kept. */
export function PublishDialog({ engine, version, onClose }: PublishDialogProps) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useEnginePaths()
  const address = { product: engine.productId, engine: engine.id }
  const publish = usePublishVersion(address)
  const review = usePublishReview(address, version.id)
  const before = versionValuesOf(version)
  // The first version has nothing to be compared with.
  const noteRequired = engine.versionCount > 1
  const form = useForm<VersionValues>({ initialValues: before, validate: usePublishRules(noteRequired) })
  const guard = useLeaveGuard(form.isDirty() || review.reason !== '')
  const { revision } = version
  const { name } = engine

  function submit(values: VersionValues) {
    const acknowledgement = review.acknowledge()
    if (acknowledgement === null) return
    publish.mutate(
      { version: version.id, releaseNote: values.releaseNote, ...datesAsSent(values, before), ...acknowledgement },
      {
        onSuccess() {
          guard.release()
          const callIt = () => void navigate({ to: paths.engine(engine), search: { callIt: 'true' } })
          toastUndo(text('EngineUpload.published', { name, revision }), text('CallIt.open'), callIt)
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={text('PublishDialog.title', { name, revision })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={text('PublishDialog.submit', { revision })}
      submitting={publish.isPending}
      submitDisabled={!review.mayPublish}
      failure={publish.error}
    >
      <Textarea
        label={text('Publish.note')}
        description={text(noteRequired ? 'Publish.noteRule' : 'Publish.noteOptional')}
        required={noteRequired}
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('releaseNote')}
      />
      <Group gap="lg" align="flex-start">
        <TextInput type="date" required label={text('Publish.start')} {...form.getInputProps('start')} />
        <TextInput type="date" required label={text('Publish.end')} {...form.getInputProps('end')} />
      </Group>
      <PublishChecks review={review} />
      <ApprovalPanel address={{ ...address, version: version.id }} />
    </FormDialog>
  )
}
