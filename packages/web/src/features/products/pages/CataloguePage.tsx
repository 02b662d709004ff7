import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import type { Product } from '@sheetwright/contract/products/product.ts'
import {
  IconLayoutGrid,
  IconList,
  IconPackageImport,
  IconPlus,
  IconSearchOff,
  IconShare,
  IconStack2,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { CategoryChips } from '../../categories/parts/CategoryChips.tsx'
import { CategoryFilter } from '../../categories/parts/CategoryFilter.tsx'
import {
  catalogueFromSearch,
  type CatalogueSearch,
  catalogueToSearch,
  type CatalogueState,
  gridSort,
  productSortFields,
} from '../catalogue-state.ts'
import { CatalogueTabs } from '../parts/CatalogueTabs.tsx'
import { DemoComing } from '../parts/DemoComing.tsx'
import { ImportDialog } from '../parts/ImportDialog.tsx'
import { NewProductDialog } from '../parts/NewProductDialog.tsx'
import { ProductGrid } from '../parts/ProductGrid.tsx'
import { ProductList } from '../parts/ProductList.tsx'
import { RenameProductDialog } from '../parts/RenameProductDialog.tsx'
import { useConfirmedDelete } from '../parts/use-delete-product.ts'
import { useRuleMaximum } from '../../user-groups/queries.ts'
import { useProductFeed, useProductPage } from '../queries.ts'

export function CataloguePage() {
  const text = useText()
  const navigate = useNavigate()
  const search: CatalogueSearch = useSearch({ strict: false })
  const state = catalogueFromSearch(search)
  const [renaming, setRenaming] = useState<Product>()
  const [creating, creation] = useDisclosure()
  const [importOpen, importing] = useDisclosure(false)
  const remove = useConfirmedDelete()
  const count = useCount(state)
  // A group may forbid creating products; its maximum is checked when one is created.
  const mayCreate = useRuleMaximum('Product', 'NoOfProducts') > 0

  function change(part: Partial<CatalogueState>) {
    const next = catalogueToSearch({ ...state, page: 1, ...part })
    // Typing a name adds no history entries.
    const replace = part.filter !== undefined && part.filter.name !== state.filter.name
    void navigate({ to: '/', search: next, replace })
  }

  const otherView = state.view === 'grid' ? 'list' : 'grid'
  useHotkeys([
    ['n', () => mayCreate && creation.open()],
    ['g', () => change({ view: otherView })],
  ])

  const categories = {
    chosen: state.filter.categories,
    onChange: (chosen: readonly string[]) => change({ filter: { ...state.filter, categories: chosen } }),
  }
  const view = {
    filter: state.filter,
    sort: state.sort,
    onRename: setRenaming,
    onDelete: (product: Product) => void remove(product),
    empty: (
      <NoProducts
        state={state}
        onCreate={mayCreate ? creation.open : undefined}
        onClear={() => change({ filter: { ...noFilter, shared: state.filter.shared } })}
      />
    ),
  }
  const content = (
    <>
      <FilterBar
        searchLabel={text('Catalogue.search')}
        search={state.filter.name}
        onSearch={(name) => change({ filter: { ...state.filter, name } })}
        filters={
          <>
            <CategoryFilter {...categories} />
            <Button
              variant="default"
              leftSection={state.filter.favourites ? <IconStarFilled /> : <IconStar />}
              aria-pressed={state.filter.favourites}
              onClick={() => change({ filter: { ...state.filter, favourites: !state.filter.favourites } })}
            >
              {text('Catalogue.favourites')}
            </Button>
            {state.filter.shared && state.view === 'grid' && (
              <SharedSort sort={state.sort} onChange={(sort) => change({ sort })} />
            )}
          </>
        }
        views={<ViewToggle view={state.view} onChange={(chosen) => change({ view: chosen })} />}
      />
      <CategoryChips {...categories} />
      {state.view === 'grid' ? (
        <ProductGrid {...view} />
      ) : (
        <ProductList
          {...view}
          onSortChange={(sort) => change({ sort })}
          page={state.page}
          onPageChange={(page) => change({ page })}
        />
      )}
    </>
  )
  return (
    <Page
      title={text('Catalogue.title')}
      count={count}
      actions={
        mayCreate && (
          <>
            <Button variant="default" leftSection={<IconPackageImport />} onClick={importing.open}>
              {text('Import.action')}
            </Button>
            <Button leftSection={<IconPlus />} onClick={creation.open}>
              {text('Catalogue.new')}
            </Button>
          </>
        )
      }
    >
      <PageTrail items={[{ label: text('Catalogue.title') }]} />
      <DemoComing />
      <CatalogueTabs current={state.filter.shared ? 'shared' : 'all'}>{content}</CatalogueTabs>
      <NewProductDialog
        opened={creating || (mayCreate && search['new'] === 'true')}
        onClose={() => {
          creation.close()
          if (search['new'] !== undefined) void navigate({ to: '/', search: catalogueToSearch(state), replace: true })
        }}
        onCreated={(product) => {
          toastSuccess(text('Product.created', { name: product.name }))
          void navigate({
            to: '/products/$productId',
            params: { productId: product.id },
            search: { upload: 'true' },
          })
        }}
      />
      {importOpen && <ImportDialog onClose={importing.close} />}
      {renaming !== undefined && <RenameProductDialog product={renaming} onClose={() => setRenaming(undefined)} />}
    </Page>
  )
}

const noFilter = { name: '', favourites: false, shared: false, categories: [] }

/** Number of matching products, from the current view. */
function useCount({ view, filter, sort, page }: CatalogueState): number | undefined {
  const feed = useProductFeed(filter, gridSort(filter, sort), view === 'grid')
  const list = useProductPage(filter, sortToText(sort), page, view === 'list')
  return view === 'grid' ? feed.data?.pages[0]?.count : list.data?.count
}

function SharedSort(props: { sort: CatalogueState['sort']; onChange: (sort: CatalogueState['sort']) => void }) {
  const text = useText()
  return (
    <Select
      aria-label={text('Catalogue.sortBy')}
      data={[
        { value: '-updated', label: text('Catalogue.sort.updated') },
        { value: '-created', label: text('Catalogue.sort.created') },
        { value: 'name', label: text('Product.name') },
        { value: 'status', label: text('Product.status') },
      ]}
      value={sortToText(props.sort) ?? '-updated'}
      allowDeselect={false}
      onChange={(chosen) => props.onChange(sortFromText(chosen ?? undefined, productSortFields))}
    />
  )
}

function ViewToggle({ view, onChange }: { view: CatalogueState['view']; onChange: (view: 'grid' | 'list') => void }) {
  const text = useText()
  const choices = [
    { id: 'grid', label: text('Catalogue.grid'), icon: <IconLayoutGrid /> },
    { id: 'list', label: text('Catalogue.list'), icon: <IconList /> },
  ] as const
  return (
    <ActionIcon.Group>
      {choices.map((choice) => (
        <Tooltip key={choice.id} label={choice.label}>
          <ActionIcon
            variant="default"
            aria-label={choice.label}
            aria-pressed={choice.id === view}
            onClick={() => onChange(choice.id)}
          >
            {choice.icon}
          </ActionIcon>
        </Tooltip>
      ))}
    </ActionIcon.Group>
  )
}

function NoProducts(props: { state: CatalogueState; onCreate: (() => void) | undefined; onClear: () => void }) {
  const text = useText()
  const { name, favourites, categories } = props.state.filter
  if (name !== '' || categories.length > 0) {
    return (
      <EmptyState
        icon={<IconSearchOff />}
        title={text('Catalogue.noMatch.title')}
        text={categories.length > 0 ? text('Catalogue.noMatchCategory.text') : text('Catalogue.noMatch.text', { name })}
        action={
          <Button variant="default" onClick={props.onClear}>
            {categories.length > 0 ? text('CategoryFilter.clear') : text('Catalogue.clear')}
          </Button>
        }
      />
    )
  }
  if (favourites) {
    return (
      <EmptyState
        icon={<IconStar />}
        title={text('Catalogue.noFavourites.title')}
        text={text('Catalogue.noFavourites.text')}
        action={
          <Button variant="default" onClick={props.onClear}>
            {text('Catalogue.showAll')}
          </Button>
        }
      />
    )
  }
  if (props.state.filter.shared) {
    return (
      <EmptyState
        icon={<IconShare />}
        title={text('Catalogue.noShared.title')}
        text={text('Catalogue.noShared.text')}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconStack2 />}
      title={text('Catalogue.empty.title')}
      text={text(props.onCreate === undefined ? 'Catalogue.noShared.text' : 'Catalogue.empty.text')}
      action={
        props.onCreate !== undefined && (
          <Group justify="center">
            <Button leftSection={<IconPlus />} onClick={props.onCreate}>
              {text('Catalogue.new')}
            </Button>
          </Group>
        )
      }
    />
  )
}
