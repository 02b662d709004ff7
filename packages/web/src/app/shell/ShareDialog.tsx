import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { ShareGroups } from '../../features/permissions/parts/ShareGroups.tsx'
import { useProduct } from '../../features/products/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { type CurrentPlace, shareLink } from '../current-place.ts'

export interface ShareDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly place: CurrentPlace
}

export function ShareDialog({ opened, onClose, place }: ShareDialogProps) {
  const text = useText()
  const product = useProduct(place.productId ?? '')
  const title = product.data === undefined ? text('Share.title') : text('Share.titleOf', { name: product.data.name })
  return (
    <Dialog opened={opened} onClose={onClose} size="small" title={title}>
      <Stack gap="xl">
        <div>
          <ShareLink initial={shareLink(window.location.origin, place)} />
        </div>
        {opened && product.data?.access === 'manage' && <ShareGroups productId={product.data.id} />}
      </Stack>
    </Dialog>
  )
}

function ShareLink({ initial }: { initial: string }) {
  const text = useText()
  const [link, setLink] = useState(initial)
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <>
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
    </>
  )
}
