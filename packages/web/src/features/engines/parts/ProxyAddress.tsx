import { ActionIcon, Button, Group, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { type Text, useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { mayEngine } from '../engine-access.ts'
import { useDeleteProxy, useSaveProxy } from '../mutations.ts'
import { useProxyRule } from '../queries.ts'
import classes from './EngineAddresses.module.css'

/** A short address of an engine, which stays the same when product or engine are renamed. */
export function ProxyAddress({ engine }: { engine: EngineDetail }) {
  const text = useText()
  const address = { product: engine.productId, engine: engine.id }
  const rule = useProxyRule(address, engine.hasProxyUrl)
  const remove = useDeleteProxy()
  const [editing, setEditing] = useState(false)
  const edits = mayEngine('edit', engine)
  const data = engine.hasProxyUrl ? (rule.data ?? null) : null
  // First, because a skeleton must not replace the form while it saves: it would never learn that it has saved.
  if (editing) {
    return <ProxyForm engine={engine} suffix={data?.UrlSuffix ?? ''} onClose={() => setEditing(false)} />
  }
  if (rule.isLoading) return <Skeleton height="var(--sw-skeleton-title)" />
  if (rule.isError) return <span>{errorText(text, rule.error)}</span>
  if (data === null) {
    return edits ? (
      <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
        {text('Proxy.add')}
      </Button>
    ) : (
      <span>{text('Product.notSet')}</span>
    )
  }
  const url = data.url.startsWith('/') ? `${window.location.origin}${data.url}` : data.url
  return (
    <span className={classes.url}>
      <span className="mono">{url}</span>
      <CopyButton value={url} label={text('Engine.copyAddress')} />
      {edits && (
        <>
          <Tooltip label={text('Proxy.edit')}>
            <ActionIcon size="sm" aria-label={text('Proxy.edit')} onClick={() => setEditing(true)}>
              <IconPencil />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={text('Proxy.remove')}>
            <ActionIcon
              size="sm"
              aria-label={text('Proxy.remove')}
              loading={remove.isPending}
              onClick={() => remove.mutate(data.id, { onSuccess: () => toastSuccess(text('Proxy.removed')) })}
            >
              <IconTrash />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </span>
  )
}

function ProxyForm({ engine, suffix, onClose }: { engine: Engine; suffix: string; onClose: () => void }) {
  const text = useText()
  const dialogs = useDialogs()
  const save = useSaveProxy({ product: engine.productId, engine: engine.id })
  const [value, setValue] = useState(suffix)

  function submit() {
    save.mutate(value.trim(), {
      onSuccess() {
        toastSuccess(text('Proxy.saved'))
        onClose()
      },
      onError(error) {
        const taken = error instanceof ApiError && error.code === 'PROXY_URL_ALREADY_EXISTS'
        if (taken) void dialogs.inform({ title: text('Proxy.title'), text: errorText(text, error) })
      },
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        aria-label={text('Proxy.suffix')}
        placeholder={text('Proxy.suffix')}
        description={text('Proxy.rule')}
        inputWrapperOrder={['input', 'error', 'description']}
        data-autofocus
        value={value}
        error={save.error === null ? null : failureText(text, save.error)}
        onChange={(event) => {
          save.reset()
          setValue(event.currentTarget.value)
        }}
      />
      <Group gap="sm" mt="sm">
        <Button type="submit" size="xs" loading={save.isPending} disabled={value.trim() === ''}>
          {text('Dialog.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {text('Dialog.cancel')}
        </Button>
      </Group>
    </form>
  )
}

function failureText(text: Text, error: Error): string {
  const wrong = error instanceof ApiError && error.code === 'INVALID_INPUT'
  return wrong ? text('Proxy.invalid') : errorText(text, error)
}
