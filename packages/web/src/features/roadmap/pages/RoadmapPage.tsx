import { Button, VisuallyHidden } from '@mantine/core'
import type { ProductStatus } from '@sheetwright/contract/products/product.ts'
import type { RoadmapTask } from '@sheetwright/contract/roadmap/roadmap-task.ts'
import { IconCalendarOff, IconPhotoDown, IconSearchOff, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Gantt, type GanttHandle, type GanttProps } from '../../../ui/gantt/Gantt.tsx'
import type { BarChange } from '../../../ui/gantt/gantt-drag.ts'
import { scaleFor } from '../../../ui/gantt/gantt-scale.ts'
import { barsOf, type GanttTask } from '../../../ui/gantt/gantt-task.ts'
import { monthLanguage } from '../../../ui/gantt/month-names.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { CategoryChips } from '../../categories/parts/CategoryChips.tsx'
import { CategoryFilter } from '../../categories/parts/CategoryFilter.tsx'
import { CatalogueTabs } from '../../products/parts/CatalogueTabs.tsx'
import { useMoveTasks } from '../mutations.ts'
import { DatesDialog } from '../parts/DatesDialog.tsx'
import { DependenciesDialog } from '../parts/DependenciesDialog.tsx'
import { RoadmapControls } from '../parts/RoadmapControls.tsx'
import { TaskMenu } from '../parts/TaskMenu.tsx'
import { everything, useRoadmap } from '../queries.ts'
import { roadmapFromSearch, type RoadmapState, roadmapToSearch, zoomed } from '../roadmap-state.ts'
import { dayOf, todayMillis } from '../roadmap-days.ts'
import classes from './RoadmapPage.module.css'

const statusClass: Readonly<Record<ProductStatus, string>> = {
  Design: '',
  Production: classes.production ?? '',
  Archive: classes.archive ?? '',
}

const statusLabels: Readonly<Record<ProductStatus, MessageId>> = {
  Design: 'ProductStatus.Design',
  Production: 'ProductStatus.Production',
  Archive: 'ProductStatus.Archive',
}

interface OpenMenu {
  readonly task: RoadmapTask
  readonly at: { readonly x: number; readonly y: number }
}

type OpenDialog = { readonly kind: 'dates' | 'dependencies'; readonly task: RoadmapTask }

/** The tenant's products on a timeline, from start to launch. */
export function RoadmapPage() {
  const text = useText()
  const { locale } = useIntl()
  const navigate = useNavigate()
  const downloads = useDownloads()
  const state = roadmapFromSearch(useSearch({ strict: false }))
  const { filter, mode, zoom } = state
  const months = state.months ?? monthLanguage(locale)
  const { data, error, refetch } = useRoadmap(filter)
  const { move } = useMoveTasks({ announced: true })
  const chart = useRef<GanttHandle>(null)
  const [menu, setMenu] = useState<OpenMenu>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [said, setSaid] = useState('')
  const [today] = useState(todayMillis)
  const items = data?.items

  function change(part: Partial<RoadmapState>) {
    // Typing and zooming add no history entries.
    const replace = part.zoom !== undefined || (part.filter !== undefined && part.filter.name !== filter.name)
    void navigate({ to: '/roadmap', search: roadmapToSearch({ ...state, ...part }), replace })
  }

  const describe = useCallback<GanttProps['describe']>(
    ({ task, invalid, start, end, progress }) =>
      invalid
        ? text('Roadmap.bar.undated', { name: task.name })
        : text('Roadmap.bar', { name: task.name, start: dayOf(start), end: dayOf(end - 1), progress }),
    [text],
  )
  const bars = useMemo(() => {
    const tasks = (items ?? []).map(
      (item): GanttTask => ({
        ...item,
        custom_class: statusClass[item.status],
        locked: item.access === 'view',
        popup_text: text('Roadmap.popup', {
          name: item.name,
          status: text(statusLabels[item.status]),
          start: item.start ?? '–',
          end: item.end ?? '–',
          progress: item.progress,
        }),
        on_label_click: () => void navigate({ to: '/products/$productId', params: { productId: item.id } }),
        on_open_menu: (_bar, at) => setMenu({ task: item, at }),
      }),
    )
    return barsOf(tasks, today)
  }, [items, today, text, navigate])
  const scale = useMemo(() => scaleFor(mode, bars, today, zoom), [mode, bars, today, zoom])

  function report(changes: readonly BarChange[]) {
    const [first] = changes
    const task = items?.find(({ id }) => id === first?.id)
    if (first === undefined || task === undefined) return
    // Only what was changed is sent: the rest may have been changed by others meanwhile.
    move(
      changes.map(({ id, changed, start, end, progress }) =>
        changed === 'progress' ? { id, progress } : { id, start: dayOf(start), end: dayOf(end - 1) },
      ),
    )
    const { name } = task
    const values = { name, start: dayOf(first.start), end: dayOf(first.end - 1), progress: first.progress }
    setSaid(text('Roadmap.moved', { ...values, others: changes.length - 1 }))
  }

  async function savePicture() {
    const { ganttPicture } = await import('../../../ui/gantt/gantt-picture.ts')
    const picture = { bars, scale, today, language: months, nameLabel: text('Product.name') }
    await downloads.save(async () => ({ blob: await ganttPicture(picture), fileName: undefined }), 'roadmap.png')
  }

  const categories = {
    chosen: filter.categories,
    onChange: (chosen: readonly string[]) => change({ filter: { ...filter, categories: chosen } }),
  }
  const isFiltered = filter.name !== '' || filter.favourites || filter.categories.length > 0
  return (
    <Page
      title={text('Catalogue.title')}
      count={data?.count}
      actions={
        <Button
          variant="default"
          leftSection={<IconPhotoDown />}
          disabled={bars.length === 0}
          onClick={() => void savePicture()}
        >
          {text('Roadmap.export')}
        </Button>
      }
    >
      <PageTrail items={[{ label: text('Catalogue.title'), to: '/' }, { label: text('Catalogue.roadmap') }]} />
      <CatalogueTabs current="roadmap">
        <FilterBar
          searchLabel={text('Catalogue.search')}
          search={filter.name}
          onSearch={(name) => change({ filter: { ...filter, name } })}
          filters={
            <>
              <CategoryFilter {...categories} />
              <Button
                variant="default"
                leftSection={filter.favourites ? <IconStarFilled /> : <IconStar />}
                aria-pressed={filter.favourites}
                onClick={() => change({ filter: { ...filter, favourites: !filter.favourites } })}
              >
                {text('Catalogue.favourites')}
              </Button>
              <RoadmapControls
                mode={mode}
                onMode={(chosen) => change({ mode: chosen })}
                zoom={zoom}
                onZoom={(direction) => change({ zoom: zoomed(zoom, direction) })}
                months={months}
                onMonths={(chosen) => change({ months: chosen })}
                onToday={() => chart.current?.showToday()}
              />
            </>
          }
        />
        <CategoryChips {...categories} />
        {error !== null && items === undefined && <FailureState error={error} onRetry={() => void refetch()} />}
        {items === undefined && error === null && <LoadingBlock />}
        {items?.length === 0 && (
          <EmptyState
            icon={isFiltered ? <IconSearchOff /> : <IconCalendarOff />}
            title={text(isFiltered ? 'Catalogue.noMatch.title' : 'Catalogue.empty.title')}
            text={text(isFiltered ? 'Roadmap.noMatch' : 'Roadmap.empty')}
            action={
              isFiltered && (
                <Button variant="default" onClick={() => change({ filter: everything })}>
                  {text('Catalogue.showAll')}
                </Button>
              )
            }
          />
        )}
        {bars.length > 0 && (
          <>
            <p className={classes.hint}>{text('Roadmap.hint')}</p>
            <div className={classes.chart}>
              <Gantt
                ref={chart}
                label={text('Catalogue.roadmap')}
                nameLabel={text('Product.name')}
                bars={bars}
                scale={scale}
                today={today}
                todayLabel={text('Roadmap.today')}
                language={months}
                describe={describe}
                onChange={report}
                onZoom={(direction) => change({ zoom: zoomed(zoom, direction) })}
              />
            </div>
            {data !== undefined && data.count > data.items.length && (
              <p className={classes.hint}>{text('Roadmap.more', { shown: data.items.length, count: data.count })}</p>
            )}
          </>
        )}
      </CatalogueTabs>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      {menu !== undefined && (
        <TaskMenu
          key={`${menu.task.id} ${menu.at.x} ${menu.at.y}`}
          task={menu.task}
          at={menu.at}
          onClose={() => setMenu(undefined)}
          onOpen={() => void navigate({ to: '/products/$productId', params: { productId: menu.task.id } })}
          onDates={() => setDialog({ kind: 'dates', task: menu.task })}
          onDependencies={() => setDialog({ kind: 'dependencies', task: menu.task })}
        />
      )}
      {dialog?.kind === 'dates' && <DatesDialog task={dialog.task} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'dependencies' && (
        <DependenciesDialog task={dialog.task} onClose={() => setDialog(undefined)} />
      )}
    </Page>
  )
}
