/** Ref of a frame that scrolls sideways: marks it for the style sheet while columns are hidden beyond its end. */
export function markHiddenColumns(frame: HTMLElement | null): (() => void) | undefined {
  if (frame === null) return undefined
  const measure = () => {
    frame.toggleAttribute('data-hides-columns', frame.scrollWidth - frame.clientWidth - Math.abs(frame.scrollLeft) > 1)
  }
  const sizes = new ResizeObserver(measure)
  sizes.observe(frame)
  for (const child of frame.children) sizes.observe(child)
  frame.addEventListener('scroll', measure, { passive: true })
  return () => {
    sizes.disconnect()
    frame.removeEventListener('scroll', measure)
    // The element may go on as another one, such as the frame of an empty list.
    frame.removeAttribute('data-hides-columns')
  }
}
