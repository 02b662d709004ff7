import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'

type CatalogueTab = 'all' | 'shared' | 'board' | 'roadmap'

/** The tabs of the catalogue; each has its own address. */
export function CatalogueTabs({ current, children }: { current: CatalogueTab; children: ReactNode }) {
  const text = useText()
  const navigate = useNavigate()
  const tabs = [
    { id: 'all', label: text('Catalogue.all'), open: () => navigate({ to: '/', search: {} }) },
    { id: 'shared', label: text('Catalogue.shared'), open: () => navigate({ to: '/', search: { tab: 'shared' } }) },
    { id: 'board', label: text('Catalogue.board'), open: () => navigate({ to: '/board' }) },
    { id: 'roadmap', label: text('Catalogue.roadmap'), open: () => navigate({ to: '/roadmap', search: {} }) },
  ]
  return (
    <PageTabs
      label={text('Catalogue.title')}
      tabs={tabs.map(({ id, label }) => ({ id, label, content: id === current ? children : null }))}
      current={current}
      onChange={(id) => void tabs.find((tab) => tab.id === id)?.open()}
    />
  )
}
