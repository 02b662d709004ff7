import { Button, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useProductHome } from '../../../platform/addresses/product-home.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { useProduct } from '../../products/queries.ts'
import { insightsFromSearch, insightsToSearch, type InsightsState, momentsOf } from '../insights-state.ts'
import { DurationPanel } from '../parts/DurationPanel.tsx'
import { InsightsBar } from '../parts/InsightsBar.tsx'
import { MeasurePanel } from '../parts/MeasurePanel.tsx'
import { NotablePanel } from '../parts/NotablePanel.tsx'
import { SeriesPanel } from '../parts/SeriesPanel.tsx'
import { TotalTiles } from '../parts/TotalTiles.tsx'
import { ValuePanel } from '../parts/ValuePanel.tsx'
import { WeeklyMailSwitch } from '../parts/WeeklyMailSwitch.tsx'
import type { UsageRange } from '../queries.ts'

/** How engines are used: how often, by whom, how fast, and with which values. */
export function InsightsPage() {
  const { productId } = useParams({ strict: false }) as { productId?: string }
  return productId === undefined ? <Insights product={undefined} /> : <ProductInsights productId={productId} />
}

function ProductInsights({ productId }: { productId: string }) {
  const product = useProduct(productId)
  if (product.isPending) return <LoadingBlock />
  if (product.isError) return <FailureState error={product.error} onRetry={() => void product.refetch()} />
  return <Insights product={product.data} />
}

function Insights({ product }: { product: { readonly id: string; readonly name: string } | undefined }) {
  const text = useText()
  const home = useProductHome()
  const navigate = useNavigate()
  const productId = product?.id
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const state = insightsFromSearch(search, productId)
  // The page keeps its end time until the user refreshes it.
  const [now, setNow] = useState(() => Date.now())
  const moments = momentsOf(state, now)
  const range: UsageRange = {
    from: new Date(moments.from).toISOString(),
    to: new Date(moments.to).toISOString(),
    zone: state.zone,
    filter: Object.fromEntries(Object.entries(state.filter).map(([dimension, value]) => [dimension, [value]])),
  }

  function change(part: Partial<InsightsState>) {
    const next = insightsToSearch({ ...state, ...part }, productId)
    const kept = Object.entries(next).filter(([, value]) => value !== undefined)
    void navigate({ to: '.', search: Object.fromEntries(kept) })
  }

  return (
    <Page
      title={text('Insights.title')}
      actions={
        <>
          {/* The mail is about all products. */}
          {product === undefined && <WeeklyMailSwitch />}
          <Button variant="default" leftSection={<IconRefresh />} onClick={() => setNow(Date.now())}>
            {text('Insights.refresh')}
          </Button>
        </>
      }
    >
      <PageTrail
        items={[
          ...(product === undefined
            ? []
            : [
                { label: text('Catalogue.title'), to: '/' },
                { label: product.name, to: home(product.id) },
              ]),
          { label: text('Insights.title') },
        ]}
      />
      <Stack gap="lg">
        <InsightsBar state={state} range={range} isOfProduct={productId !== undefined} onChange={change} />
        <TotalTiles range={range} />
        <SeriesPanel state={state} range={range} moments={moments} onChange={change} />
        <MeasurePanel state={state} range={range} onChange={change} />
        <DurationPanel range={range} by={state.by === 'product' || state.by === 'engine' ? 'version' : state.by} />
        <NotablePanel range={range} />
        {state.filter.engine !== undefined && (
          <ValuePanel engineId={state.filter.engine} state={state} moments={moments} onChange={change} />
        )}
      </Stack>
    </Page>
  )
}
