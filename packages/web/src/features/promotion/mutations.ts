import { followPromotion, type PromotionProgress } from '@sheetwright/contract/promotion/follow-promotion.ts'
import { planPromotion } from '@sheetwright/contract/promotion/plan-promotion.ts'
import { rollBackPromotion } from '@sheetwright/contract/promotion/roll-back-promotion.ts'
import { sendPromotion } from '@sheetwright/contract/promotion/send-promotion.ts'
import type { PromotionTarget } from '@sheetwright/contract/promotion/target.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { exportedVersion } from '../engines/parts/promotion-file.ts'

const askAgainMillis = 700

interface VersionAddress {
  readonly product: string
  readonly engine: string
  readonly version: string
}

export function usePlanPromotion(params: VersionAddress) {
  const api = useApi()
  return useMutation({
    meta: { announced: false },
    mutationFn: (target: PromotionTarget) => api.call(planPromotion, { params, body: { target } }),
  })
}

/** Exports the version, sends it, and waits until the other installation has proved it. */
export function usePromote(params: VersionAddress, onStep: (step: 'exporting' | 'importing') => void) {
  const api = useApi()
  const { tenant } = useAppState().auth
  return useMutation({
    meta: { announced: false },
    async mutationFn(target: PromotionTarget): Promise<PromotionProgress> {
      onStep('exporting')
      const exported = await exportedVersion(api, tenant, params.version)
      onStep('importing')
      const sent = await api.call(sendPromotion, { params, body: { target, export: exported.id } })
      for (;;) {
        const told = await api.call(followPromotion, { params, body: { target, import: sent.import } })
        if (told.status !== 'running') return told
        await new Promise((resolve) => setTimeout(resolve, askAgainMillis))
      }
    },
  })
}

export function useRollBackPromotion({ product, engine }: VersionAddress) {
  const api = useApi()
  return useMutation({
    meta: { announced: false },
    mutationFn: ({ target, version }: { readonly target: PromotionTarget; readonly version: string }) =>
      api.call(rollBackPromotion, { params: { product, engine }, body: { target, version } }),
  })
}
