import { useEffect, useRef, type DragEvent } from 'react'

/** How near the edge the pointer has to be, how far a step goes, and how often one is made. */
const edge = 60
const step = 12
const everyMillis = 30

/** Scrolls an element by itself while something is dragged near its edge. */
export function useEdgeScroll() {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const stop = () => {
    clearInterval(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => clearInterval(timer.current), [])

  const start = (element: HTMLElement, x: number, y: number) => {
    stop()
    if (x === 0 && y === 0) return
    timer.current = setInterval(() => element.scrollBy(x, y), everyMillis)
  }
  return {
    onDragOver: ({ currentTarget, clientX, clientY }: DragEvent<HTMLElement>) => {
      const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
      start(currentTarget, direction(clientX, left, right), direction(clientY, top, bottom))
    },
    onDragLeave: stop,
    onDragEnd: stop,
    onDrop: stop,
  }
}

function direction(at: number, start: number, end: number): number {
  if (at - start < edge) return -step
  return end - at < edge ? step : 0
}
