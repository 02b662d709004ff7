import { Button, NumberInput, Stack, Switch, TagsInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { getCallSettings } from '@sheetwright/contract/call-log/get-call-settings.ts'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useSaveCallSettings } from '../mutations.ts'
import { useCallSettings } from '../queries.ts'

/** Maximum retention in days. */
const mostDays = 3650

/** The settings of a product's call log: retention, masked fields, and whether it is written before the answer. */
export function CallSettings({ productId }: { productId: string }) {
  const text = useText()
  const [opened, setOpened] = useState(false)
  const settings = useCallSettings(productId, opened)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSettings />}
        loading={settings.isLoading}
        onClick={() => setOpened(true)}
      >
        {text('CallSettings.open')}
      </Button>
      {opened && settings.isError && <FailureState error={settings.error} onRetry={() => void settings.refetch()} />}
      {opened && settings.isSuccess && (
        <CallSettingsDialog productId={productId} settings={settings.data} onClose={() => setOpened(false)} />
      )}
    </>
  )
}

interface CallSettingsDialogProps {
  readonly productId: string
  readonly settings: ResultOf<typeof getCallSettings>
  readonly onClose: () => void
}

function CallSettingsDialog({ productId, settings, onClose }: CallSettingsDialogProps) {
  const text = useText()
  const save = useSaveCallSettings(productId)
  const form = useForm({ initialValues: settings })
  const guard = useLeaveGuard(form.isDirty())

  function submit(values: typeof form.values) {
    const done = () => {
      guard.release()
      onClose()
    }
    save.mutate(values, { onSuccess: done })
  }

  return (
    <FormDialog
      size="small"
      title={text('CallSettings.title')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={save.isPending}
      failure={save.error}
      guard={guard}
    >
      <Stack>
        <NumberInput
          label={text('CallSettings.keepDays')}
          min={1}
          max={mostDays}
          clampBehavior="strict"
          allowDecimal={false}
          required
          data-autofocus
          {...form.getInputProps('keepCallsDays')}
        />
        <TagsInput
          label={text('CallSettings.masked')}
          description={text('CallSettings.maskedHint')}
          {...form.getInputProps('maskedInputs')}
        />
        <Switch
          label={text('CallSettings.audit')}
          description={text('CallSettings.auditHint')}
          {...form.getInputProps('auditCalls', { type: 'checkbox' })}
        />
      </Stack>
    </FormDialog>
  )
}
