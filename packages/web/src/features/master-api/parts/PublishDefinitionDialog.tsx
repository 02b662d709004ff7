import { Radio, Stack } from '@mantine/core'
import type { ApiDefinition, ApiMode } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { usePublishDefinition } from '../mutations.ts'

interface PublishDefinitionDialogProps {
  readonly product: string
  readonly definition: ApiDefinition
  readonly onClose: () => void
}

/** Publishes a version and sets what happens to engines that violate it; for a published version, only the latter. */
export function PublishDefinitionDialog({ product, definition, onClose }: PublishDefinitionDialogProps) {
  const text = useText()
  const publish = usePublishDefinition(product)
  const [mode, setMode] = useState<ApiMode>(definition.mode)
  const { version } = definition
  return (
    <FormDialog
      size="small"
      title={text('MasterApi.publishTitle', { version })}
      onClose={onClose}
      submitLabel={text('MasterApi.publish', { version })}
      submitting={publish.isPending}
      failure={publish.error}
      onSubmit={(event) => {
        event.preventDefault()
        publish.mutate(
          { version, mode },
          {
            onSuccess() {
              toastSuccess(text('MasterApi.published', { version }))
              onClose()
            },
          },
        )
      }}
    >
      <Radio.Group label={text('MasterApi.mode')} value={mode} onChange={(value) => setMode(value)}>
        <Stack gap="sm" mt="sm">
          <Radio value="warn" label={text('MasterApi.mode.warn')} description={text('MasterApi.mode.warnText')} />
          <Radio value="block" label={text('MasterApi.mode.block')} description={text('MasterApi.mode.blockText')} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
