import { Alert, Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastWithAction } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useEnginePaths } from '../engine-path.ts'
import { usePublishVersion } from '../mutations.ts'
import { publishAlthough } from '../publish-check-text.ts'
import { datesAsSent, type VersionValues, usePublishRules, versionValuesOf } from '../publish-form.ts'
import { useApprovalLock } from '../use-approval-lock.ts'
import type { PublishReview } from '../use-publish-checks.ts'
import { EffectiveDays } from './EffectiveDays.tsx'
import classes from './ReviewView.module.css'

/** Publishes a draft. The button says what happens if checks fail. */
export function PublishForm({ engine, review }: { readonly engine: EngineDetail; readonly review: PublishReview }) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useEnginePaths()
  const { version, name } = engine
  const { revision } = version
  const address = { product: engine.productId, engine: engine.id }
  const publish = usePublishVersion(address)
  const lock = useApprovalLock(address, version)
  const before = versionValuesOf(version)
  // The first version has no predecessor to compare with.
  const noteRequired = engine.versionCount > 1
  const form = useForm<VersionValues>({ initialValues: before, validate: usePublishRules(noteRequired) })
  const guard = useLeaveGuard(form.isDirty() || review.reason !== '')

  function submit(values: VersionValues) {
    const acknowledgement = review.acknowledge()
    if (acknowledgement === null) return
    publish.mutate(
      { version: version.id, releaseNote: values.releaseNote, ...datesAsSent(values, before), ...acknowledgement },
      {
        onSuccess() {
          guard.release()
          const callIt = () => void navigate({ to: paths.engine(engine), search: { callIt: 'true' } })
          toastWithAction(text('EngineUpload.published', { name, revision }), text('CallIt.open'), callIt)
          void navigate({ to: paths.engine(engine) })
        },
      },
    )
  }

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)}>
      {publish.isError && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {errorText(text, publish.error)}
        </Alert>
      )}
      <Textarea
        className={classes.note ?? ''}
        label={text('Publish.note')}
        description={text(noteRequired ? 'Publish.noteRule' : 'Publish.noteOptional')}
        required={noteRequired}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('releaseNote')}
      />
      <EffectiveDays lock={lock} start={form.getInputProps('start')} end={form.getInputProps('end')} />
      <Button type="submit" leftSection={<IconRocket />} loading={publish.isPending} disabled={!review.mayPublish}>
        {publishAlthough(text, revision, review.checks) ?? text('Review.publish', { revision })}
      </Button>
    </form>
  )
}
