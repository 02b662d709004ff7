import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconAlertTriangle, IconKey, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { useCreateApiKey } from '../../api-keys/mutations.ts'
import { useGroupLabels } from '../../users/queries.ts'
import { useCallIt } from '../mutations.ts'
import { executeBody } from '../run.ts'
import { defaultsOf } from '../tester-state.ts'
import { RequestCode } from './RequestCode.tsx'

/** Guides from a published engine to its first call: address, key, code, and the answer. */
export function CallItDialog({ engine, onClose }: { engine: EngineDetail; onClose: () => void }) {
  const text = useText()
  const { permissions } = useAppState()
  const [apiKey, setApiKey] = useState<string>()
  const address = { product: engine.productId, engine: engine.id, subservice: null, versionId: null }
  const call = useCallIt(address, apiKey)
  const url = `${window.location.origin}/api/v1/product/${engine.productId}/engines/Execute/${engine.id}`
  const body = executeBody(address, defaultsOf(engine.interface.inputs), '')
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={text('CallIt.title', { name: engine.name })}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('Dialog.close')}
          </Button>
          <Button leftSection={<IconSend />} loading={call.isPending} onClick={() => call.mutate(body)}>
            {text('CallIt.send')}
          </Button>
        </Group>
      }
    >
      <Stack gap="lg">
        <TextInput
          label={text('CallIt.address')}
          value={url}
          readOnly
          classNames={{ input: 'mono' }}
          rightSection={<CopyButton value={url} label={text('Copy.copy')} />}
        />
        {permissions.administrate && <NewKey engine={engine} apiKey={apiKey} onMade={setApiKey} />}
        <RequestCode name={engine.serviceName} request={{ url, body }} apiKey={apiKey} />
        <section aria-label={text('CallIt.answer')} aria-live="polite">
          {call.isError && (
            <Alert color="red" icon={<IconAlertTriangle />}>
              {errorText(text, call.error)}
            </Alert>
          )}
          {call.data !== undefined && (
            <CodeBlock
              title={text('CallIt.answered', { millis: call.data.millis })}
              code={JSON.stringify(call.data.answer, null, 2)}
            />
          )}
        </section>
      </Stack>
    </Dialog>
  )
}

/** Creates a key that is limited to this engine. */
function NewKey(props: { engine: EngineDetail; apiKey: string | undefined; onMade: (key: string) => void }) {
  const { engine, apiKey, onMade } = props
  const text = useText()
  const groups = useGroupLabels()
  const create = useCreateApiKey()
  const [group, setGroup] = useState<string | null>(null)
  if (apiKey !== undefined) {
    return (
      <Stack gap="xs">
        <TextInput
          label={text('ApiKeys.key')}
          value={apiKey}
          readOnly
          classNames={{ input: 'mono' }}
          rightSection={<CopyButton value={apiKey} label={text('ApiKeys.copy')} />}
        />
        <Text size="sm" c="dimmed">
          {text('ApiKeys.shownOnce')}
        </Text>
      </Stack>
    )
  }

  function make() {
    if (group === null) return
    const name = `${engine.name} ${new Date().toISOString().slice(0, 19).replaceAll(':', '.')}`.slice(-60)
    create.mutate({ name, group, scopes: ['execute'], engines: [engine.id] }, { onSuccess: ({ key }) => onMade(key) })
  }

  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <Select
          flex={1}
          label={text('CallIt.keyFor')}
          description={text('CallIt.keyExplanation')}
          data={groups.data ?? []}
          value={group}
          onChange={setGroup}
          searchable
        />
        <Button
          variant="default"
          leftSection={<IconKey />}
          disabled={group === null}
          loading={create.isPending}
          onClick={make}
        >
          {text('ApiKeys.create')}
        </Button>
      </Group>
      {create.isError && (
        <Text size="sm" c="var(--sw-fail)" role="alert">
          {errorText(text, create.error)}
        </Text>
      )}
    </Stack>
  )
}
