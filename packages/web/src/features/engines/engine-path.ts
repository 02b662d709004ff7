import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useLocation } from '@tanstack/react-router'

export const engineTabs = [
  'overview',
  'sheet',
  'explain',
  'parity',
  'versions',
  'compare',
  'lint',
  'timeline',
  'performance',
  'history',
] as const

export type EngineTab = (typeof engineTabs)[number]

/** Address of a product's engines; shared products have addresses of their own. */
export function enginesPath(productId: string, shared: boolean): string {
  return `${shared ? '/shared' : ''}/products/${encodeURIComponent(productId)}/engines`
}

/** Addresses of engines, below the prefix that the current page has. */
export function useEnginePaths() {
  const { pathname } = useLocation()
  const shared = pathname.startsWith('/shared/')
  return {
    list: (productId: string) => enginesPath(productId, shared),
    engine(engine: Pick<Engine, 'id' | 'productId'>, tab: EngineTab = 'overview'): string {
      const home = `${enginesPath(engine.productId, shared)}/${engine.id}`
      return tab === 'overview' ? home : `${home}/${tab}`
    },
  }
}

/** The tab that an address ends in. */
export function tabOf(path: string): EngineTab {
  return engineTabs.find((tab) => path.endsWith(`/${tab}`)) ?? 'overview'
}

/** Where an engine is tried out. */
export function testerPath(engine: Pick<Engine, 'id' | 'productId'>): string {
  return `/products/${encodeURIComponent(engine.productId)}/engines/${engine.id}/apiTester/test`
}

/** The calculator page of an engine. */
export function calculatorPath({ productId, serviceName }: Pick<Engine, 'productId' | 'serviceName'>): string {
  return `/products/${encodeURIComponent(productId)}/tutorial/${encodeURIComponent(serviceName)}/calculator`
}
