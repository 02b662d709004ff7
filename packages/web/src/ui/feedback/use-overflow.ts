import { useEffect, useRef, useState } from 'react'

/** Whether an element overflows vertically, kept up to date: a scrolling region must be reachable with the keyboard. */
export function useOverflow<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight)
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    const children = new MutationObserver(() => {
      for (const child of element.children) sizes.observe(child)
      measure()
    })
    children.observe(element, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [])
  return { ref, overflows }
}
