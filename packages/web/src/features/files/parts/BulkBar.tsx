import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconDownload, IconFolderSymlink, IconTrash, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { type EntryRow, isChangeable } from '../entry-row.ts'
import classes from './BulkBar.module.css'
import type { EntryAction } from './EntryMenu.tsx'

export interface BulkBarProps {
  readonly selected: readonly EntryRow[]
  readonly deleted: boolean
  readonly onAction: (action: EntryAction, rows: readonly EntryRow[]) => void
  readonly onClear: () => void
}

/** The actions on all selected entries. */
export function BulkBar({ selected, deleted, onAction, onClear }: BulkBarProps) {
  const text = useText()
  if (selected.length === 0) return null
  const changeable = selected.every(isChangeable)
  const act = (action: EntryAction) => () => onAction(action, selected)
  return (
    <Group className={classes.bar} gap="xs">
      <Text size="sm" component="output">
        {text('Files.selected', { count: selected.length })}
      </Text>
      {changeable && deleted && (
        <Button size="xs" variant="default" leftSection={<IconArrowBackUp />} onClick={act('undelete')}>
          {text('Files.undelete')}
        </Button>
      )}
      {changeable && !deleted && (
        <>
          <Button size="xs" variant="default" leftSection={<IconDownload />} onClick={act('download')}>
            {text('Document.download')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconFolderSymlink />} onClick={act('move')}>
            {text('Files.move')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconCopy />} onClick={act('copy')}>
            {text('Files.copy')}
          </Button>
          <Button size="xs" variant="default" color="red" leftSection={<IconTrash />} onClick={act('delete')}>
            {text('Files.delete')}
          </Button>
        </>
      )}
      <Button size="xs" variant="subtle" leftSection={<IconX />} onClick={onClear}>
        {text('Files.clearSelection')}
      </Button>
    </Group>
  )
}
