import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Category } from '@sheetwright/contract/categories/category.ts'
import { IconTags, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useDeleteCategory } from '../mutations.ts'
import { CategoryDialog } from '../parts/CategoryDialog.tsx'
import { CategoryLabel } from '../parts/CategoryLabel.tsx'
import { useCategories } from '../queries.ts'

/** Supervisors manage the categories of their organisation here. */
export function CategoriesPage() {
  const text = useText()
  const categories = useCategories()
  const remove = useConfirmedDelete()
  const [edited, setEdited] = useState<Category | 'new'>()
  if (categories.isError) {
    return <FailureState error={categories.error} onRetry={() => void categories.refetch()} />
  }

  const columns: Column<Category>[] = [
    {
      id: 'name',
      heading: text('Categories.name'),
      width: 280,
      grows: true,
      namesRow: true,
      renderCell: ({ key }) => <CategoryLabel category={key} />,
    },
    {
      id: 'key',
      heading: text('Categories.key'),
      width: 240,
      renderCell: ({ key }) => <span className="mono">{key}</span>,
    },
    {
      id: 'products',
      heading: text('Categories.products'),
      width: 120,
      align: 'end',
      renderCell: ({ products }) => <span className="mono">{products}</span>,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 96,
      align: 'end',
      renderCell: (category) => (
        <>
          <Tooltip label={text('Categories.editOf', { name: category.value })}>
            <ActionIcon
              size="sm"
              aria-label={text('Categories.editOf', { name: category.value })}
              onClick={() => setEdited(category)}
            >
              <IconPencil />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={text('Categories.deleteOf', { name: category.value })}>
            <ActionIcon
              size="sm"
              aria-label={text('Categories.deleteOf', { name: category.value })}
              onClick={() => void remove(category)}
            >
              <IconTrash />
            </ActionIcon>
          </Tooltip>
        </>
      ),
    },
  ]
  const add = (
    <Button leftSection={<IconPlus />} onClick={() => setEdited('new')}>
      {text('Categories.add')}
    </Button>
  )
  return (
    <Page title={text('Categories.title')} count={categories.data?.length} actions={add}>
      <PageTrail items={[{ label: text('Navigation.administration') }, { label: text('Categories.title') }]} />
      <DataTable
        id="categories"
        label={text('Categories.title')}
        columns={columns}
        rows={categories.data}
        rowKey={({ key }) => key}
        skeletonRows={7}
        onOpen={setEdited}
        empty={
          <EmptyState
            icon={<IconTags />}
            title={text('Categories.empty.title')}
            text={text('Categories.empty.text')}
            action={add}
          />
        }
      />
      {edited !== undefined && (
        <CategoryDialog
          category={edited === 'new' ? undefined : edited}
          taken={(categories.data ?? []).map(({ key }) => key)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

function useConfirmedDelete(): (category: Category) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const remove = useDeleteCategory()
  return async (category) => {
    const { value: name, products: count } = category
    const confirmed = await dialogs.confirm({
      title: text('Categories.delete.title'),
      text: count > 0 ? text('Categories.delete.textInUse', { name, count }) : text('Categories.delete.text', { name }),
      confirmLabel: text('Categories.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(category, { onSuccess: () => toastSuccess(text('Categories.deleted', { name })) })
  }
}
