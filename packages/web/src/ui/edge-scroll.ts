import { useEffect, useState } from 'react'

/** Distance from the edge in pixels, pixels per step, and milliseconds between steps. */
const edge = 60
const step = 12
const edgeScrollMillis = 30

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

type ScrollBy = (x: number, y: number) => void

/** Scrolls by steps, one every 30 ms, while something is held near an edge. */
export class EdgeScroll {
  private timer: ReturnType<typeof setInterval> | undefined
  private step: () => void = () => {}

  /** Sets the position of the pointer. The timer keeps running while it moves, so that many events do not delay it. */
  aim(at: { readonly x: number; readonly y: number }, box: Box, scrollBy: ScrollBy): void {
    const x = directionOf(at.x, box.left, box.right)
    const y = directionOf(at.y, box.top, box.bottom)
    if (x === 0 && y === 0) return this.stop()
    this.step = () => scrollBy(x, y)
    this.timer ??= setInterval(() => this.step(), edgeScrollMillis)
  }

  stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
  }
}

/** Edge scrolling that stops when the component unmounts. */
export function useEdgeScroll(): EdgeScroll {
  const [scroll] = useState(() => new EdgeScroll())
  useEffect(() => () => scroll.stop(), [scroll])
  return scroll
}

/** The nearest ancestor that scrolls vertically. */
export function scrollingParent(element: Element | null): Element | null {
  for (let one = element; one !== null; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one)
    if (one.scrollHeight > one.clientHeight && (overflowY === 'auto' || overflowY === 'scroll')) return one
  }
  return document.scrollingElement
}

function directionOf(at: number, start: number, end: number): number {
  if (at - start < edge) return -step
  return end - at < edge ? step : 0
}
