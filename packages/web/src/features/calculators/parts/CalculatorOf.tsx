import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useFormSpec } from '../queries.ts'
import { Calculator, type CalculatorProps } from './Calculator.tsx'

interface CalculatorOfProps extends Pick<CalculatorProps, 'onRefused' | 'onResult'> {
  readonly product: string
  readonly engine: string
}

/** The calculator and section that an address names. */
export function CalculatorOf({ product, engine, onRefused, onResult }: CalculatorOfProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { section } = useParams({ strict: false }) as { section?: string }
  const spec = useFormSpec({ product, engine })
  if (spec.isPending) return <LoadingBlock />
  if (spec.isError) return <FailureState error={spec.error} onRetry={() => void spec.refetch()} />
  const base = section === undefined ? pathname : pathname.slice(0, pathname.lastIndexOf('/'))
  return (
    <Calculator
      key={spec.data.engine.versionId}
      spec={spec.data}
      section={section}
      onRefused={onRefused}
      onResult={onResult}
      onSection={(key) =>
        void navigate({ to: `${base}/${key}`, search: true, hash: true, replace: true, resetScroll: false })
      }
    />
  )
}
