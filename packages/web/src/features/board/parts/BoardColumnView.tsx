import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { isWholeListFailed } from '../../../ui/endless-list.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { NextPage } from '../../../ui/NextPage.tsx'
import { columnName } from '../column-name.ts'
import { useColumnCards } from '../queries.ts'
import { BoardCard, type CardStep } from './BoardCard.tsx'
import classes from './BoardColumnView.module.css'
import { ColumnMenu } from './ColumnMenu.tsx'

export interface DraggedCard {
  readonly card: Product
  readonly from: string
}

export interface BoardColumnViewProps {
  readonly column: BoardColumn
  readonly columns: readonly BoardColumn[]
  readonly administrates: boolean
  readonly dragged: DraggedCard | undefined
  /** A card that was just moved here and gets the focus. */
  readonly focused: string | undefined
  readonly onDrag: (dragged: DraggedCard | undefined) => void
  readonly onMove: (dragged: DraggedCard, to: string, before: string | null) => void
}

export function BoardColumnView(props: BoardColumnViewProps) {
  const { column, columns, administrates, dragged, focused, onDrag, onMove } = props
  const text = useText()
  const feed = useColumnCards(column.id)
  const { data, isPending } = feed
  const cards = data?.pages.flatMap(({ items }) => items) ?? []
  /** The card below the drop place: null for the bottom, undefined while nothing is dragged here. */
  const [target, setTarget] = useState<string | null>()
  const name = columnName(text, column)
  const list = useRef<HTMLUListElement>(null)
  const order = cards.map(({ id }) => id).join()

  // A moved card is a new element, so the browser does not keep the focus on it.
  useEffect(() => {
    if (focused === undefined || !order.includes(focused)) return
    list.current?.querySelector<HTMLElement>(`[data-card="${focused}"]`)?.focus()
  }, [focused, order, list])

  function dragOver(event: DragEvent, before: string | null) {
    if (dragged === undefined) return
    event.preventDefault()
    if (before !== null) event.stopPropagation()
    setTarget(before)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setTarget(undefined)
    if (dragged !== undefined && target !== dragged.card.id) onMove(dragged, column.id, target ?? null)
  }

  const dropHandlers = {
    onDragOver: (event: DragEvent) => dragOver(event, null),
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(undefined)
    },
    onDrop: drop,
  }

  function takeStep(card: Product, step: CardStep) {
    const from = { card, from: column.id }
    const index = cards.findIndex(({ id }) => id === card.id)
    if (step === 'up' || step === 'down') {
      const above = cards[step === 'up' ? index - 1 : index + 2]
      const isAtEnd = step === 'up' ? index === 0 : index === cards.length - 1
      if (!isAtEnd) onMove(from, column.id, above?.id ?? null)
      return
    }
    const neighbour = columns[column.position - 1 + (step === 'left' ? -1 : 1)]
    if (neighbour !== undefined) onMove(from, neighbour.id, null)
  }

  return (
    <section
      className={classes.column}
      aria-label={text('Board.columnOf', { name, count: column.products })}
      data-target={target === null || undefined}
      {...dropHandlers}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>{name}</h2>
        <span className={classes.count}>{column.products}</span>
        {administrates && <ColumnMenu column={column} columns={columns} />}
      </header>
      {isWholeListFailed(feed) && <FailureState error={feed.error} onRetry={() => void feed.refetch()} />}
      {isPending && <LoadingBlock />}
      <ul ref={list} className={classes.cards}>
        {cards.map((card) => (
          <BoardCard
            key={card.id}
            card={card}
            columns={columns}
            columnId={column.id}
            isDragged={dragged?.card.id === card.id}
            isTarget={target === card.id && dragged?.card.id !== card.id}
            onStep={(step) => takeStep(card, step)}
            onMoveTo={(to) => onMove({ card, from: column.id }, to, null)}
            dragHandlers={{
              onDragStart: (event) => {
                event.dataTransfer.setData('text/plain', card.name)
                event.dataTransfer.effectAllowed = 'move'
                onDrag({ card, from: column.id })
              },
              onDragOver: (event) => dragOver(event, card.id),
            }}
          />
        ))}
      </ul>
      {data !== undefined && cards.length === 0 && <p className={classes.empty}>{text('Board.emptyColumn')}</p>}
      <NextPage list={feed} label={text('Board.more', { count: column.products - cards.length })} subtle />
    </section>
  )
}
