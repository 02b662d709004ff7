import { ActionIcon, Menu } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { may } from '../product-access.ts'

export interface ProductMenuProps {
  readonly product: Product
  /** Left out where renaming has a button of its own. */
  readonly onRename?: () => void
  readonly onDelete: () => void
}

/** What can be done with a product; nothing is shown to somebody who may only look. */
export function ProductMenu({ product, onRename, onDelete }: ProductMenuProps) {
  const text = useText()
  const renames = onRename !== undefined && may('edit', product)
  const deletes = may('manage', product)
  if (!renames && !deletes) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: product.name })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {renames && (
          <Menu.Item leftSection={<IconPencil />} onClick={onRename}>
            {text('Product.rename')}
          </Menu.Item>
        )}
        {renames && deletes && <Menu.Divider />}
        {deletes && (
          <Menu.Item c="var(--sw-fail)" leftSection={<IconTrash />} onClick={onDelete}>
            {text('Product.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
