import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { DateWarnings } from '../../master-references/parts/DateWarnings.tsx'
import { useUpdateEngine } from '../mutations.ts'
import { datesAsSent, type VersionValues, usePublishRules, versionValuesOf } from '../publish-form.ts'
import { useApprovalLock } from '../use-approval-lock.ts'
import { EffectiveDays } from './EffectiveDays.tsx'

interface DatesDialogProps {
  readonly engine: Engine
  readonly version: EngineVersion
  readonly onClose: () => void
}

/** Changes the effective dates of a version and its release note. */
export function DatesDialog({ engine, version, onClose }: DatesDialogProps) {
  const text = useText()
  const update = useUpdateEngine({ product: engine.productId, engine: engine.id })
  const before = versionValuesOf(version)
  const form = useForm<VersionValues>({ initialValues: before, validate: usePublishRules(false) })
  const guard = useLeaveGuard(form.isDirty())
  const { revision } = version
  const lock = useApprovalLock({ product: engine.productId, engine: engine.id }, version)

  function submit(values: VersionValues) {
    update.mutate(
      { Version: version.id, releaseNote: values.releaseNote, ...datesAsSent(values, before) },
      {
        onSuccess() {
          guard.release()
          toastSuccess(text('Version.datesSaved', { revision }))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      size="small"
      title={text('Version.datesTitle', { revision })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      guard={guard}
      submitLabel={text('Dialog.save')}
      submitting={update.isPending}
      failure={update.error}
    >
      <EffectiveDays isFirst lock={lock} start={form.getInputProps('start')} end={form.getInputProps('end')} />
      <DateWarnings
        place={{ product: engine.productId, engine: engine.id, version: version.id }}
        start={form.values.start}
        end={form.values.end}
      />
      <Textarea label={text('Publish.note')} autosize minRows={3} maxRows={8} {...form.getInputProps('releaseNote')} />
    </FormDialog>
  )
}
