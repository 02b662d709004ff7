import { ActionIcon, Menu } from '@mantine/core'
import type { BoardColumn } from '@sheetwright/contract/board/board-column.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconArrowRight, IconDots, IconMathFunction } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DragEvent, KeyboardEvent } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { ProductStatusChip } from '../../products/parts/ProductStatusChip.tsx'
import { columnName } from '../column-name.ts'
import classes from './BoardCard.module.css'

export type CardStep = 'left' | 'right' | 'up' | 'down'

export interface BoardCardProps {
  readonly card: Product
  readonly columns: readonly BoardColumn[]
  readonly columnId: string
  readonly isDragged: boolean
  /** The dragged card would land above this one. */
  readonly isTarget: boolean
  readonly onStep: (step: CardStep) => void
  readonly onMoveTo: (columnId: string) => void
  readonly dragHandlers: {
    readonly onDragStart: (event: DragEvent<HTMLElement>) => void
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void
  }
}

const steps: Readonly<Record<string, CardStep>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** A product on the board: users who may edit it drag it, or move it with Shift and the arrow keys. */
export function BoardCard({ card, columns, columnId, onStep, onMoveTo, ...props }: BoardCardProps) {
  const text = useText()
  const movable = card.access !== 'view'

  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? steps[event.key] : undefined
    if (step === undefined || !movable) return
    event.preventDefault()
    onStep(step)
  }

  return (
    <li
      className={classes.card}
      draggable={movable}
      data-dragged={props.isDragged || undefined}
      data-target={props.isTarget || undefined}
      {...props.dragHandlers}
    >
      <div className={classes.head}>
        <Link
          to="/products/$productId"
          params={{ productId: card.id }}
          className={classes.name}
          title={card.name}
          draggable={false}
          data-card={card.id}
          aria-keyshortcuts={movable ? 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown' : undefined}
          onKeyDown={onKeyDown}
        >
          {card.name}
        </Link>
        {movable && columns.length > 1 && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={text('Board.moveCard', { name: card.name })}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{text('Board.moveTo')}</Menu.Label>
              {columns.map((column) => (
                <Menu.Item
                  key={column.id}
                  leftSection={<IconArrowRight />}
                  disabled={column.id === columnId}
                  onClick={() => onMoveTo(column.id)}
                >
                  {columnName(text, column)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div className={classes.foot}>
        <ProductStatusChip status={card.status} />
        <span className={classes.engines}>
          <IconMathFunction />
          {text('Product.engines', { count: card.calculationEngines.count })}
        </span>
        {card.launchDate !== null && <span>{text('Board.launch', { day: card.launchDate })}</span>}
      </div>
    </li>
  )
}
