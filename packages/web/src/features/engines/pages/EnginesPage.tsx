import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core'
import {
  IconLayoutGrid,
  IconList,
  IconMathFunction,
  IconSearchOff,
  IconStar,
  IconStarFilled,
  IconUpload,
} from '@tabler/icons-react'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { useProduct } from '../../products/queries.ts'
import {
  engineListFromSearch,
  engineListToSearch,
  type EngineListState,
  type EngineSort,
  engineSortFields,
} from '../engine-list-state.ts'
import { enginesPath } from '../engine-path.ts'
import { EngineGrid } from '../parts/EngineGrid.tsx'
import { EngineTable } from '../parts/EngineTable.tsx'
import { useUploadDialog } from '../parts/use-upload-dialog.tsx'
import { useEngines } from '../queries.ts'
import classes from './EnginesPage.module.css'

/** Many more than on the dashboard, where space is shared. */
const pageSize = 24

/** All engines of a product. */
export function EnginesPage() {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const state = engineListFromSearch(useSearch({ strict: false }))
  const product = useProduct(productId)
  const engines = useEngines(product.data?.id ?? productId, {
    name: state.name,
    favourites: state.favourites,
    page: state.page,
    pageSize,
    sort: sortToText(state.sort),
  })
  const upload = useUploadDialog(product.data?.id ?? productId)
  const home = enginesPath(productId, pathname.startsWith('/shared/'))

  function change(part: Partial<EngineListState>) {
    const next = engineListToSearch({ ...state, page: 1, ...part })
    void navigate({ to: home, search: next, replace: part.name !== undefined })
  }

  const mayAdd = product.data !== undefined && product.data.access !== 'view'
  const add = mayAdd && (
    <Button leftSection={<IconUpload />} onClick={() => upload.open()}>
      {text('Engines.add')}
    </Button>
  )
  const filtered = state.name !== '' || state.favourites
  const empty = filtered ? (
    <NoMatch name={state.name} onClear={() => change({ name: '', favourites: false })} />
  ) : (
    <EmptyState
      icon={<IconMathFunction />}
      title={text('Engines.empty.title')}
      text={text(mayAdd ? 'Engines.empty.text' : 'Engines.empty.viewer')}
      action={add}
    />
  )
  return (
    <Page title={text('Engines.title')} count={engines.data?.count} actions={add}>
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          {
            label: product.data?.name ?? '',
            to: home.slice(0, -'/engines'.length),
          },
          { label: text('Engines.title') },
        ]}
      />
      <FilterBar
        searchLabel={text('Engines.search')}
        search={state.name}
        onSearch={(name) => change({ name })}
        filters={
          <>
            <Button
              variant="default"
              leftSection={state.favourites ? <IconStarFilled /> : <IconStar />}
              aria-pressed={state.favourites}
              onClick={() => change({ favourites: !state.favourites })}
            >
              {text('Catalogue.favourites')}
            </Button>
            {state.view === 'grid' && <SortChoice sort={state.sort} onChange={(sort) => change({ sort })} />}
          </>
        }
        views={<ViewToggle view={state.view} onChange={(view) => change({ view })} />}
      />
      {engines.isError ? (
        <FailureState error={engines.error} onRetry={() => void engines.refetch()} />
      ) : state.view === 'list' ? (
        <EngineTable
          engines={engines.data?.items}
          skeletons={6}
          sort={state.sort}
          onSortChange={(sort) => change({ sort })}
          onNewVersion={upload.open}
          empty={empty}
        />
      ) : engines.data?.count === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <EngineGrid
          engines={engines.data?.items}
          skeletons={6}
          stale={engines.isPlaceholderData}
          onNewVersion={upload.open}
        />
      )}
      {engines.data !== undefined && engines.data.count > pageSize && (
        <Pager page={state.page} pageSize={pageSize} count={engines.data.count} onChange={(page) => change({ page })} />
      )}
      {upload.dialog}
    </Page>
  )
}

function NoMatch({ name, onClear }: { name: string; onClear: () => void }): ReactNode {
  const text = useText()
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title={text('Engines.noMatch.title')}
      text={name === '' ? text('Engines.noFavourites') : text('Engines.noMatch.text', { name })}
      action={
        <Button variant="default" onClick={onClear}>
          {text('Catalogue.clear')}
        </Button>
      }
    />
  )
}

const sortNames = { name: 'Engine.sort.name', created: 'Engine.sort.created', updated: 'Engine.sort.updated' } as const

function SortChoice({ sort, onChange }: { sort: EngineSort | null; onChange: (sort: EngineSort | null) => void }) {
  const text = useText()
  return (
    <Select
      aria-label={text('Engine.sort')}
      data={engineSortFields.map((field) => ({
        value: field === 'name' ? field : `-${field}`,
        label: text(sortNames[field]),
      }))}
      value={sortToText(sort) ?? '-updated'}
      allowDeselect={false}
      onChange={(value) => onChange(sortFromText(value ?? undefined, engineSortFields))}
    />
  )
}

function ViewToggle({
  view,
  onChange,
}: {
  view: EngineListState['view']
  onChange: (view: EngineListState['view']) => void
}) {
  const text = useText()
  return (
    <Group gap="xs">
      <Tooltip label={text('Catalogue.grid')}>
        <ActionIcon
          variant="default"
          aria-label={text('Catalogue.grid')}
          aria-pressed={view === 'grid'}
          onClick={() => onChange('grid')}
        >
          <IconLayoutGrid />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={text('Catalogue.list')}>
        <ActionIcon
          variant="default"
          aria-label={text('Catalogue.list')}
          aria-pressed={view === 'list'}
          onClick={() => onChange('list')}
        >
          <IconList />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
