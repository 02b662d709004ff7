import { ActionIcon, Menu } from '@mantine/core'
import { type Product, type ProductStatus, statusChanges } from '@sheetwright/contract/products/product.ts'
import {
  IconArchive,
  IconArrowBackUp,
  IconCopy,
  IconCursorText,
  IconDots,
  IconPackageExport,
  IconPencil,
  IconPhoto,
  IconRocket,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RuledMenuItem } from '../../user-groups/parts/RuledMenuItem.tsx'
import { may } from '../product-access.ts'
import { useExportProduct } from '../mutations.ts'
import { statusAction } from '../status-words.ts'
import { CloneDialog } from './CloneDialog.tsx'
import { CoverDialog } from './CoverDialog.tsx'
import { EditProductDialog } from './EditProductDialog.tsx'
import { failureText } from '../../jobs/parts/failure-text.ts'
import { StatusDialog } from './StatusDialog.tsx'

export interface ProductMenuProps {
  readonly product: Product
  /** Undefined if there is a separate edit button. */
  readonly onRename?: () => void
  readonly onDelete: () => void
}

const statusIcons: Readonly<Record<ProductStatus, TablerIcon>> = {
  Design: IconArrowBackUp,
  Production: IconRocket,
  Archive: IconArchive,
}

const statusRule = { module: 'Product', rule: 'StatusChange' } as const
const cloneRule = { module: 'Product', rule: 'Clone' } as const

/** The actions on a product that the user may do. Everybody who sees it can copy it. */
export function ProductMenu({ product, onRename, onDelete }: ProductMenuProps) {
  const text = useText()
  const serverText = useServerText()
  const [editing, setEditing] = useState(false)
  const [covering, setCovering] = useState(false)
  const [cloning, setCloning] = useState(false)
  const [status, setStatus] = useState<ProductStatus>()
  const pack = useExportProduct()
  const edits = may('edit', product)

  function startExport() {
    toastSuccess(text('Export.started', { name: product.name }))
    pack.mutate(product, {
      onSuccess: (job) => {
        if (job.status !== 'Success') {
          toastFailure(failureText(text, serverText, job) || text('Export.failed', { name: product.name }))
        }
      },
    })
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={text('Product.actionsOf', { name: product.name })}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {edits && onRename !== undefined && (
            <>
              <Menu.Item leftSection={<IconCursorText />} onClick={onRename}>
                {text('Product.rename')}
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil />} onClick={() => setEditing(true)}>
                {text('Product.edit')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          {edits &&
            statusChanges[product.status].map(({ to }) => {
              const Icon = statusIcons[to]
              return (
                <RuledMenuItem key={to} rule={statusRule} icon={<Icon />} onClick={() => setStatus(to)}>
                  {text(statusAction(product.status, to).label)}
                </RuledMenuItem>
              )
            })}
          {edits && <Menu.Divider />}
          {edits && (
            <Menu.Item leftSection={<IconPhoto />} onClick={() => setCovering(true)}>
              {text('Cover.label')}
            </Menu.Item>
          )}
          <RuledMenuItem rule={cloneRule} icon={<IconCopy />} onClick={() => setCloning(true)}>
            {text('Clone.action')}
          </RuledMenuItem>
          {edits && (
            <Menu.Item leftSection={<IconPackageExport />} onClick={startExport}>
              {text('Export.action')}
            </Menu.Item>
          )}
          {may('manage', product) && (
            <>
              <Menu.Divider />
              <Menu.Item c="var(--sw-fail)" leftSection={<IconTrash />} onClick={onDelete}>
                {text('Product.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {editing && <EditProductDialog product={product} onClose={() => setEditing(false)} />}
      {covering && <CoverDialog product={product} onClose={() => setCovering(false)} />}
      {cloning && <CloneDialog product={product} onClose={() => setCloning(false)} />}
      {status !== undefined && <StatusDialog product={product} to={status} onClose={() => setStatus(undefined)} />}
    </>
  )
}
