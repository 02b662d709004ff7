import { countCalculatorResults } from '@sheetwright/contract/calculators/count-calculator-results.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { useEffect, useRef } from 'react'
import { useApi } from '../../platform/api/use-api.ts'
import type { Computer } from './queries.ts'

/** Debounce: results are reported together once typing stops. */
const restMillis = 800

/**
 * Reports to the visitor's link how many results this page computed; the server counts its own. The refusal also tells
 * the page that its link was revoked. Offline, nothing is reported and the page goes on.
 */
export function useCountedResults(
  { engine }: FormSpec,
  computer: Computer | undefined,
  state: FormState | undefined,
  onRefused: ((error: unknown) => void) | undefined,
): void {
  const api = useApi()
  const untold = useRef(0)
  const seen = useRef<FormState>(undefined)
  const isCounted = onRefused !== undefined && computer?.where === 'browser'
  useEffect(() => {
    if (!isCounted || state === undefined || state === seen.current) return undefined
    seen.current = state
    if (Object.keys(state.outputs).length > 0) untold.current += 1
    const rest = setTimeout(() => {
      const results = untold.current
      if (results === 0 || !navigator.onLine) return
      untold.current = 0
      const params = { product: engine.productId, engine: engine.id }
      api.call(countCalculatorResults, { params, body: { results } }).catch((error: unknown) => {
        untold.current += results
        onRefused(error)
      })
    }, restMillis)
    return () => clearTimeout(rest)
  }, [api, engine, isCounted, state, onRefused])
}
