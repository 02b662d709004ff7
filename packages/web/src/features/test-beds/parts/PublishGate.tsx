import { Alert, Button, MultiSelect, Stack, Switch } from '@mantine/core'
import type { PublishRules } from '@sheetwright/contract/test-beds/publish-gate.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useSavePublishRules } from '../mutations.ts'
import { useAllTestBeds, usePublishRules } from '../queries.ts'

/** What the product requires before a version is published. */
export function PublishGate({ productId }: { productId: string }) {
  const rules = usePublishRules(productId)
  if (rules.isError) return <FailureState error={rules.error} onRetry={() => void rules.refetch()} />
  if (rules.isPending) return <LoadingBlock />
  return <LoadedGate productId={productId} rules={rules.data} />
}

function LoadedGate({ productId, rules }: { productId: string; rules: PublishRules }) {
  const text = useText()
  const beds = useAllTestBeds(productId)
  const save = useSavePublishRules(productId)
  const [fourEyes, setFourEyes] = useState(rules.fourEyes)
  const [testbedIds, setTestbedIds] = useState(rules.testbedIds)
  return (
    <Panel title={text('Gate.title')}>
      <Stack gap="lg" maw={640}>
        {save.isError && (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {errorText(text, save.error)}
          </Alert>
        )}
        <MultiSelect
          label={text('Gate.testBeds')}
          description={text('Gate.testBedsHint')}
          data={beds.data?.map(({ id, name, serviceName }) => ({ value: id, label: `${name} · ${serviceName}` })) ?? []}
          value={testbedIds}
          onChange={setTestbedIds}
          searchable
        />
        <Switch
          label={text('Gate.fourEyes')}
          description={text('Gate.fourEyesHint')}
          checked={fourEyes}
          onChange={(event) => setFourEyes(event.currentTarget.checked)}
        />
        <Button
          w="fit-content"
          loading={save.isPending}
          onClick={() => save.mutate({ fourEyes, testbedIds }, { onSuccess: () => toastSuccess(text('Gate.saved')) })}
        >
          {text('Gate.save')}
        </Button>
      </Stack>
    </Panel>
  )
}
