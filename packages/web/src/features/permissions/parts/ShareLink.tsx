import { Button, Group, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'

/** An address that can be edited before it is copied. */
export function ShareLink({ initial }: { initial: string }) {
  const text = useText()
  const [link, setLink] = useState(initial)
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <div>
      <Text size="sm" c="dimmed" mb="md">
        {text('Share.explanation')}
      </Text>
      <Group gap="sm" wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          label={text('Share.link')}
          value={link}
          onChange={(event) => setLink(event.currentTarget.value)}
          data-autofocus
        />
        <Button leftSection={clipboard.copied ? <IconCheck /> : <IconCopy />} onClick={() => clipboard.copy(link)}>
          {text(clipboard.copied ? 'Copy.copied' : 'Copy.copy')}
        </Button>
      </Group>
      <div aria-live="polite" className="visually-hidden">
        {clipboard.copied && text('Copy.copied')}
      </div>
    </div>
  )
}
