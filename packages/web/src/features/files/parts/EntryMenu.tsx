import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconDownload,
  IconFolderSymlink,
  IconLink,
  IconListDetails,
  IconTrash,
} from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { type EntryRow, isChangeable } from '../entry-row.ts'

/** What can be asked for folders and files beside opening them. */
export type EntryAction = 'download' | 'details' | 'links' | 'move' | 'copy' | 'delete' | 'undelete'

export interface EntryMenuProps {
  readonly row: EntryRow
  readonly deleted: boolean
  readonly onAction: (action: EntryAction, rows: readonly EntryRow[]) => void
}

export function EntryMenu({ row, deleted, onAction }: EntryMenuProps) {
  const text = useText()
  const act = (action: EntryAction) => () => onAction(action, [row])
  const manages = row.entry.access === 'manage'
  if (!isChangeable(row)) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: row.entry.name })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deleted ? (
          <Menu.Item leftSection={<IconArrowBackUp />} disabled={!manages} onClick={act('undelete')}>
            {text('Files.undelete')}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconDownload />} onClick={act('download')}>
              {text('Document.download')}
            </Menu.Item>
            <Menu.Item leftSection={<IconListDetails />} onClick={act('details')}>
              {text('Files.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy />} onClick={act('copy')}>
              {text('Files.copy')}
            </Menu.Item>
            {manages && (
              <>
                {row.type === 'file' && (
                  <Menu.Item leftSection={<IconLink />} onClick={act('links')}>
                    {text('FileLinks.open')}
                  </Menu.Item>
                )}
                <Menu.Item leftSection={<IconFolderSymlink />} onClick={act('move')}>
                  {text('Files.move')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconTrash />} onClick={act('delete')}>
                  {text('Files.delete')}
                </Menu.Item>
              </>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
