import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { CatalogueTabs } from '../../products/parts/CatalogueTabs.tsx'
import { useBoardScroll } from '../board-scroll.ts'
import { columnName } from '../column-name.ts'
import { useMoveCard } from '../mutations.ts'
import { BoardColumnView, type DraggedCard } from '../parts/BoardColumnView.tsx'
import { ColumnDialog } from '../parts/ColumnDialog.tsx'
import { useBoardColumns } from '../queries.ts'
import classes from './BoardPage.module.css'

/** The tenant's products in columns that show their progress. */
export function BoardPage() {
  const text = useText()
  const { permissions } = useAppState()
  const { data: columns, error, refetch } = useBoardColumns()
  const move = useMoveCard()
  const board = useRef<HTMLDivElement>(null)
  const edgeScroll = useBoardScroll(board)
  const [dragged, setDragged] = useState<DraggedCard>()
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  /** The card being moved, which keeps the focus. */
  const [moving, setMoving] = useState<{ readonly cardId: string; readonly columnId: string }>()

  function moveCard({ card, from }: DraggedCard, to: string, before: string | null) {
    const target = columns?.find(({ id }) => id === to)
    if (target === undefined) return
    setMoving({ cardId: card.id, columnId: to })
    setDragged(undefined)
    setSaid(text('Board.moved', { name: card.name, column: columnName(text, target) }))
    move.mutate({ card, from, to, before }, { onSettled: () => setMoving(undefined) })
  }

  return (
    <Page
      title={text('Catalogue.title')}
      actions={
        permissions.administrate && (
          <Button variant="default" leftSection={<IconPlus />} onClick={() => setAdding(true)}>
            {text('Board.addColumn')}
          </Button>
        )
      }
    >
      <PageTrail items={[{ label: text('Catalogue.title'), to: '/' }, { label: text('Catalogue.board') }]} />
      <CatalogueTabs current="board">
        {error !== null && columns === undefined && <FailureState error={error} onRetry={() => void refetch()} />}
        {columns === undefined && error === null && <LoadingBlock />}
        <p className={classes.hint}>{text('Board.hint')}</p>
        <div
          ref={board}
          data-board
          className={classes.board}
          {...edgeScroll}
          onDragEnd={() => {
            edgeScroll.onDragEnd()
            setDragged(undefined)
          }}
        >
          {columns?.map((column) => (
            <BoardColumnView
              key={column.id}
              column={column}
              columns={columns}
              administrates={permissions.administrate}
              dragged={dragged}
              focused={moving?.columnId === column.id ? moving.cardId : undefined}
              onDrag={setDragged}
              onMove={moveCard}
            />
          ))}
        </div>
      </CatalogueTabs>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      {adding && <ColumnDialog column={undefined} onClose={() => setAdding(false)} />}
    </Page>
  )
}
