import { ActionIcon, Menu } from '@mantine/core'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import {
  IconCursorText,
  IconDots,
  IconDownload,
  IconFolderSymlink,
  IconHistory,
  IconListDetails,
  IconTrash,
} from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'

/** The actions on a document. */
export type DocumentAction = 'rename' | 'move' | 'metadata' | 'versions' | 'delete' | 'download'

export interface DocumentMenuProps {
  readonly document: ProductDocument
  readonly onAction: (action: DocumentAction, document: ProductDocument) => void
}

export function DocumentMenu({ document, onAction }: DocumentMenuProps) {
  const text = useText()
  const edits = document.access !== 'view'
  const act = (action: DocumentAction) => () => onAction(action, document)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: document.fileName })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload />} onClick={act('download')}>
          {text('Document.download')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory />} onClick={act('versions')}>
          {text('Document.versions')}
        </Menu.Item>
        {edits && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconCursorText />} onClick={act('rename')}>
              {text('Document.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconListDetails />} onClick={act('metadata')}>
              {text('Document.metadata')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderSymlink />} onClick={act('move')}>
              {text('Document.move')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--sw-fail)" leftSection={<IconTrash />} onClick={act('delete')}>
              {text('Document.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
