import { useLocation, useParams } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { CalculatorOf } from '../parts/CalculatorOf.tsx'
import { useFormSpec } from '../queries.ts'
import classes from './CalculatorPage.module.css'

/** The calculator of an engine, for members of the organisation. */
export function CalculatorPage() {
  const text = useText()
  const { productId, serviceName } = useParams({ strict: false }) as { productId: string; serviceName: string }
  const { pathname } = useLocation()
  const spec = useFormSpec({ product: productId, engine: serviceName })
  const home = pathname.slice(0, pathname.indexOf('/tutorial/'))
  return (
    <>
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: spec.data?.engine.productName ?? '…', to: home },
          { label: text('Engines.title'), to: `${home}/engines` },
          {
            label: spec.data?.engine.serviceName ?? serviceName,
            to: `${home}/engines/${encodeURIComponent(spec.data?.engine.id ?? serviceName)}`,
          },
          { label: text('Calculator.title') },
        ]}
      />
      <div className={classes.page}>
        <CalculatorOf product={productId} engine={serviceName} />
      </div>
    </>
  )
}
