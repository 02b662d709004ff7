import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { Breadcrumbs, type Crumb } from '../navigation/Breadcrumbs.tsx'

/** The slot in the header for a page's breadcrumbs. */
export const TrailSlotContext = createContext<HTMLElement | null>(null)

export function PageTrail({ items }: { items: readonly Crumb[] }) {
  const slot = useContext(TrailSlotContext)
  return slot === null ? null : createPortal(<Breadcrumbs items={items} />, slot)
}
