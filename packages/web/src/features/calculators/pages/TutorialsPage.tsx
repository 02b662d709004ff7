import { useLocation, useParams } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { useProduct } from '../../products/queries.ts'
import { TutorialTable } from '../parts/TutorialTable.tsx'
import { useTutorials } from '../queries.ts'

/** The calculators of a product that have a published form or tutorial. */
export function TutorialsPage() {
  const text = useText()
  const { pathname } = useLocation()
  const { productId } = useParams({ strict: false }) as { productId: string }
  const product = useProduct(productId)
  const tutorials = useTutorials(productId)
  const home = pathname.replace(/\/tutorials$/, '')
  return (
    <Page title={text('Navigation.tutorials')} count={tutorials.data?.count}>
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: product.data?.name ?? '…', to: home },
          { label: text('Navigation.tutorials') },
        ]}
      />
      <TutorialTable productId={productId} home={home} />
    </Page>
  )
}
