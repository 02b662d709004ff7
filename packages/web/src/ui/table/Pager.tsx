import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useText } from '../../platform/messages/use-text.ts'

export interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly count: number
  readonly onChange: (page: number) => void
}

/** The shown rows and their total, with buttons to the other pages; nothing if there is only one page. */
export function Pager({ page, pageSize, count, onChange }: PagerProps) {
  const text = useText()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  if (pages === 1 && page === 1) return null
  const from = count === 0 ? 0 : (page - 1) * pageSize + 1
  return (
    <Group component="nav" aria-label={text('Pager.label')} justify="flex-end" gap="sm" mt="sm">
      <Text size="sm" c="dimmed">
        {text('Pager.range', { from, to: Math.min(page * pageSize, count), count })}
      </Text>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={text('Pager.previous')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={text('Pager.next')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight />
      </ActionIcon>
    </Group>
  )
}
