import type { DragEvent } from 'react'
import { scrollingParent, useEdgeScroll } from '../../ui/edge-scroll.ts'

/** Scrolls the board sideways, and the page up and down, while a card is dragged near an edge. */
export function useBoardScroll(board: { readonly current: HTMLElement | null }) {
  const scroll = useEdgeScroll()
  return {
    onDragOver: ({ currentTarget, clientX, clientY }: DragEvent<HTMLElement>) => {
      const { left, right } = currentTarget.getBoundingClientRect()
      const page = scrollingParent(currentTarget.parentElement)?.getBoundingClientRect()
      const [top, bottom] = [
        Math.max(0, page?.top ?? 0),
        Math.min(window.innerHeight, page?.bottom ?? window.innerHeight),
      ]
      scroll.aim({ x: clientX, y: clientY }, { left, right, top, bottom }, (x, y) => {
        board.current?.scrollBy(x, 0)
        scrollingParent(board.current?.parentElement ?? null)?.scrollBy(0, y)
      })
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) scroll.stop()
    },
    onDragEnd: () => scroll.stop(),
    onDrop: () => scroll.stop(),
  }
}
