import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProduct } from '../../features/products/queries.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import type { UsageReports } from '../../platform/telemetry/usage-reports.ts'
import { currentPlace } from '../current-place.ts'

/** Reports each visited page and section, once the name of its product is known. */
export function UsageObserver({ reports }: { reports: UsageReports }) {
  const { pathname, hash } = useLocation()
  const { displayName } = useAppState().user
  const { productId } = currentPlace(pathname)
  const { data, isPending } = useProduct(productId ?? '')
  const productName = productId === undefined || data === undefined ? null : data.name
  const isKnown = productId === undefined || !isPending
  const page = hash === '' ? pathname : `${pathname}#${hash}`
  useEffect(() => {
    if (isKnown) reports.visited({ displayName, productName, page })
  }, [reports, displayName, productName, page, isKnown])
  return null
}
