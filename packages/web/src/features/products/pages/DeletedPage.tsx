import { Button } from '@mantine/core'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { listDeleted } from '@sheetwright/contract/products/list-deleted.ts'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { AbsoluteMoment, RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useUndeleteEngine } from '../../engines/mutations.ts'
import { useUndeleteProduct } from '../mutations.ts'
import { productKeys, useDeleted } from '../queries.ts'

type Deleted = ResultOf<typeof listDeleted>[number]

/** Deleted products and engines that can be restored. */
export function DeletedPage() {
  const text = useText()
  const deleted = useDeleted()
  const restore = useRestore()
  const columns: Column<Deleted>[] = [
    {
      id: 'name',
      heading: text('Product.name'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: (thing) => (
        <NameAndDetail name={thing.name} detail={thing.type === 'engine' ? thing.productName : ''} />
      ),
    },
    {
      id: 'type',
      heading: text('Audit.kind'),
      width: 110,
      renderCell: ({ type }) => text(type === 'engine' ? 'Deleted.engine' : 'Deleted.product'),
    },
    {
      id: 'deletedAt',
      heading: text('Deleted.at'),
      width: 140,
      renderCell: (thing) => <RelativeMoment value={thing.deletedAt} />,
    },
    { id: 'by', heading: text('Deleted.by'), width: 150, renderCell: (thing) => thing.deletedBy ?? '–' },
    {
      id: 'until',
      heading: text('Deleted.until'),
      width: 190,
      renderCell: (thing) => <AbsoluteMoment value={thing.keptUntil} />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 130,
      align: 'end',
      renderCell: (thing) => (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconArrowBackUp />}
          aria-label={text('Deleted.restoreOf', { name: thing.name })}
          onClick={() => restore(thing)}
        >
          {text('Deleted.restore')}
        </Button>
      ),
    },
  ]
  return (
    <Page title={text('Navigation.deleted')} count={deleted.data?.length}>
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.deleted') },
        ]}
      />
      {deleted.isError ? (
        <FailureState error={deleted.error} onRetry={() => void deleted.refetch()} />
      ) : (
        <DataTable
          id="deleted"
          label={text('Navigation.deleted')}
          columns={columns}
          rows={deleted.data}
          rowKey={(thing) => thing.id}
          skeletonRows={5}
          empty={
            <EmptyState icon={<IconTrash />} title={text('Deleted.empty.title')} text={text('Deleted.empty.text')} />
          }
        />
      )}
    </Page>
  )
}

function useRestore(): (thing: Deleted) => void {
  const text = useText()
  const queries = useQueryClient()
  const product = useUndeleteProduct()
  const engine = useUndeleteEngine()
  return (thing) => {
    const onSuccess = () => {
      toastSuccess(text('Deleted.restored', { name: thing.name }))
      void queries.invalidateQueries({ queryKey: productKeys.all })
    }
    if (thing.type === 'product') product.mutate({ id: thing.id }, { onSuccess })
    else engine.mutate({ id: thing.id, productId: thing.productId }, { onSuccess })
  }
}
