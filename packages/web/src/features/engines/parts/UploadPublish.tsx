import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess, toastWithAction } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useEnginePaths } from '../engine-path.ts'
import { usePublishVersion, useUpdateEngine } from '../mutations.ts'
import { publishAlthough } from '../publish-check-text.ts'
import { datesAsSent, type PublishValues, usePublishRules, versionValuesOf } from '../publish-form.ts'
import { usePublishReview } from '../use-publish-checks.ts'
import { PublishChecks } from './PublishChecks.tsx'
import { PublishFields } from './PublishFields.tsx'
import classes from './UploadDialog.module.css'

export interface UploadPublishProps {
  readonly result: EngineUploadResult
  readonly steps: ReactNode
  readonly onBack: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The last step: release note, effective dates and revision; publish, or keep as a draft. */
export function UploadPublish({ result, steps, onBack, onClose, onDone }: UploadPublishProps) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useEnginePaths()
  const address = { product: result.productId, engine: result.engineId }
  const publish = usePublishVersion(address)
  const keep = useUpdateEngine(address)
  const review = usePublishReview(address, result.versionId)
  const { bookSummary: book, proposal } = result
  const before = {
    ...versionValuesOf({ ...book, releaseNote: book.releaseNotes }),
    upgrade: proposal.upgrade,
  }
  const rules = usePublishRules(result.releaseNoteRequired)
  const form = useForm<PublishValues>({ initialValues: before, validate: rules })
  const guard = useLeaveGuard(form.isDirty() || review.reason !== '')
  const [keeping, setKeeping] = useState(false)
  const name = book.serviceName

  function submit(values: PublishValues) {
    setKeeping(false)
    const acknowledgement = review.acknowledge()
    if (acknowledgement === null) return
    publish.mutate(
      {
        version: result.versionId,
        releaseNote: values.releaseNote,
        versionUpgrade: values.upgrade,
        ...datesAsSent(values, before),
        ...acknowledgement,
      },
      {
        onSuccess({ revision }) {
          guard.release()
          const to = paths.engine({ id: result.engineId, productId: result.productId })
          const callIt = () => void navigate({ to, search: { callIt: 'true' } })
          toastWithAction(text('EngineUpload.published', { name, revision }), text('CallIt.open'), callIt)
          onDone()
        },
      },
    )
  }

  function keepAsDraft() {
    setKeeping(true)
    const { values } = form
    keep.mutate(
      { Version: result.versionId, releaseNote: values.releaseNote, ...datesAsSent(values, before) },
      {
        onSuccess() {
          guard.release()
          toastSuccess(text('EngineUpload.kept', { name, revision: book.revision }))
          onDone()
        },
      },
    )
  }

  return (
    <FormDialog
      size="xlarge"
      title={proposal.previous === null ? text('EngineUpload.title') : text('EngineUpload.titleOf', { name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={publishAlthough(text, name, review.checks) ?? text('EngineUpload.publish', { name })}
      submitting={publish.isPending}
      submitDisabled={!review.mayPublish}
      failure={keeping ? keep.error : publish.error}
      aside={
        <Group gap="sm">
          <Button variant="default" onClick={onBack}>
            {text('EngineUpload.back')}
          </Button>
          <Button variant="subtle" loading={keep.isPending} onClick={keepAsDraft}>
            {text('EngineUpload.keepDraft')}
          </Button>
        </Group>
      }
    >
      <div className={classes.columns}>
        {steps}
        <div className={classes.content}>
          <Stack gap="lg">
            <PublishFields form={form} releaseNoteRequired={result.releaseNoteRequired} proposal={proposal} />
            <PublishChecks review={review} />
          </Stack>
        </div>
      </div>
    </FormDialog>
  )
}
