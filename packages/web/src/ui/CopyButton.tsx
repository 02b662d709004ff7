import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useText } from '../platform/messages/use-text.ts'

/** Copies a value and confirms it for a moment. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const text = useText()
  const clipboard = useClipboard({ timeout: 1500 })
  const title = clipboard.copied ? text('Copy.copied') : label
  return (
    <Tooltip label={title}>
      <ActionIcon size="sm" aria-label={title} onClick={() => clipboard.copy(value)}>
        {clipboard.copied ? <IconCheck /> : <IconCopy />}
      </ActionIcon>
    </Tooltip>
  )
}
