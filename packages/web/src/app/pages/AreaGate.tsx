import type { AreaFlag } from '@sheetwright/contract/system/area-flags.ts'
import type { ComponentType } from 'react'
import { useConfigurationFlags } from '../../features/system/queries.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** Shows the page if the tenant has the area, else the not-found page. */
export function inArea(Page: ComponentType, flag: AreaFlag): ComponentType {
  return function AreaGate() {
    const flags = useConfigurationFlags()
    if (flags.isError) return <FailureState error={flags.error} onRetry={() => void flags.refetch()} />
    if (flags.isPending) return <LoadingBlock />
    return flags.data[flag] ? <Page /> : <NotFoundPage />
  }
}
