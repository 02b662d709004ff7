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
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { type EntryRow, isChangeable } from '../entry-row.ts'

/** The actions on folders and files. */
export type EntryAction = 'download' | 'details' | 'links' | 'move' | 'copy' | 'delete' | 'undelete'

export interface EntryMenuProps {
  readonly row: EntryRow
  readonly deleted: boolean
  readonly onAction: (action: EntryAction, rows: readonly EntryRow[]) => void
}

/** Renders the menu on demand: a list has hundreds of rows, and few menus are opened. */
export function EntryMenu(props: EntryMenuProps) {
  const text = useText()
  const [isWanted, setWanted] = useState(false)
  if (!isChangeable(props.row)) return null
  const label = text('Product.actionsOf', { name: props.row.entry.name })
  if (isWanted) return <MadeMenu {...props} label={label} />
  return (
    <ActionIcon size="sm" aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
      <IconDots />
    </ActionIcon>
  )
}

function MadeMenu({ row, deleted, onAction, label }: EntryMenuProps & { readonly label: string }) {
  const text = useText()
  const target = useRef<HTMLButtonElement>(null)
  // Opens by a click on the new button, so that the focus returns to it.
  useEffect(() => {
    target.current?.focus()
    target.current?.click()
  }, [])
  const act = (action: EntryAction) => () => onAction(action, [row])
  const manages = row.entry.access === 'manage'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={target} size="sm" aria-label={label}>
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
