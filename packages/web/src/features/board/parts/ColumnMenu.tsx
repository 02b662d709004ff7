import { ActionIcon, Menu } from '@mantine/core'
import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import { IconArrowLeft, IconArrowRight, IconCursorText, IconDots, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { columnName } from '../column-name.ts'
import { useDeleteColumn, useReorderColumn } from '../mutations.ts'
import { ColumnDialog } from './ColumnDialog.tsx'

/** Actions of administrators on a column. */
export function ColumnMenu({ column, columns }: { column: BoardColumn; columns: readonly BoardColumn[] }) {
  const text = useText()
  const dialogs = useDialogs()
  const [renaming, setRenaming] = useState(false)
  const reorder = useReorderColumn()
  const remove = useDeleteColumn()
  const { id, position } = column
  const name = columnName(text, column)
  const neighbour = columns[position === 1 ? 1 : position - 2]

  async function confirmDelete() {
    if (neighbour === undefined) return
    const confirmed = await dialogs.confirm({
      title: text('Board.delete.title'),
      text: text('Board.delete.text', { name, neighbour: columnName(text, neighbour) }),
      confirmLabel: text('Board.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(id)
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={text('Board.columnActions', { name })}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCursorText />} onClick={() => setRenaming(true)}>
            {text('Board.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowLeft />}
            disabled={position === 1}
            onClick={() => reorder.mutate({ id, position: position - 1 })}
          >
            {text('Board.moveLeft')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight />}
            disabled={position === columns.length}
            onClick={() => reorder.mutate({ id, position: position + 1 })}
          >
            {text('Board.moveRight')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash />}
            disabled={neighbour === undefined}
            onClick={() => void confirmDelete()}
          >
            {text('Board.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renaming && <ColumnDialog column={column} onClose={() => setRenaming(false)} />}
    </>
  )
}
