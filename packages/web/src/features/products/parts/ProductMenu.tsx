import { ActionIcon, Menu } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'

export interface ProductMenuProps {
  readonly product: Product
  /** Left out where renaming has a button of its own. */
  readonly onRename?: () => void
  readonly onDelete: () => void
}

export function ProductMenu({ product, onRename, onDelete }: ProductMenuProps) {
  const text = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: product.name })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRename !== undefined && (
          <>
            <Menu.Item leftSection={<IconPencil />} onClick={onRename}>
              {text('Product.rename')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item color="red" leftSection={<IconTrash />} onClick={onDelete}>
          {text('Product.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
