import type { ProductStatus } from '@sheetwright/contract/products/product.ts'
import { IconArchive, IconPencil, IconRocket, type TablerIcon } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip, type StatusTone } from '../../../ui/StatusChip.tsx'

const looks: Readonly<Record<ProductStatus, { tone: StatusTone; icon: TablerIcon; label: MessageId }>> = {
  Design: { tone: 'neutral', icon: IconPencil, label: 'ProductStatus.Design' },
  Production: { tone: 'accent', icon: IconRocket, label: 'ProductStatus.Production' },
  Archive: { tone: 'neutral', icon: IconArchive, label: 'ProductStatus.Archive' },
}

export function ProductStatusChip({ status }: { status: ProductStatus }) {
  const text = useText()
  const { tone, icon: Icon, label } = looks[status]
  return (
    <StatusChip tone={tone} icon={<Icon />}>
      {text(label)}
    </StatusChip>
  )
}
