import { Anchor, Text } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/messages/use-text.ts'
import { LonePage } from './LonePage.tsx'

export function NotFoundPage() {
  const text = useText()
  return (
    <LonePage icon={<IconMapQuestion />} title={text('NotFound.title')} lines={[text('NotFound.text')]}>
      <Text c="dimmed">
        {text('NotFound.noWorry')}{' '}
        <Anchor component={Link} to="/" underline="always">
          {text('NotFound.home')}
        </Anchor>
      </Text>
    </LonePage>
  )
}
