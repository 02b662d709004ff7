import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useLocation } from '@tanstack/react-router'

export const engineTabs = [
  'overview',
  'review',
  'sheet',
  'explain',
  'parity',
  'versions',
  'compare',
  'lint',
  'what-if',
  'portfolios',
  'timeline',
  'packages',
  'performance',
  'history',
] as const

export type EngineTab = (typeof engineTabs)[number]

/** Address of a product's engines; shared products have their own. */
export function enginesPath(productId: string, shared: boolean): string {
  return `${shared ? '/shared' : ''}/products/${encodeURIComponent(productId)}/engines`
}

/** Addresses of engines, below the prefix of the current page. */
export function useEnginePaths() {
  const { pathname } = useLocation()
  const shared = pathname.startsWith('/shared/')
  return {
    list: (productId: string) => enginesPath(productId, shared),
    engine(engine: Pick<Engine, 'id' | 'productId'>, tab: EngineTab = 'overview'): string {
      const home = `${enginesPath(engine.productId, shared)}/${engine.id}`
      return tab === 'overview' ? home : `${home}/${tab}`
    },
    /** Address of the API tester of an engine. */
    tester: (engine: Pick<Engine, 'id' | 'productId'>) =>
      `${enginesPath(engine.productId, shared)}/${engine.id}/apiTester/test`,
    calculator: (engine: Pick<Engine, 'productId' | 'serviceName'>) =>
      `${shared ? '/shared' : ''}${calculatorPath(engine)}`,
    /** Address of the form builder of an engine's calculator. */
    formBuilder: (engine: Pick<Engine, 'id' | 'productId'>) =>
      `${enginesPath(engine.productId, shared)}/${engine.id}/form-builder`,
  }
}

/** The tab at the end of an address. */
export function tabOf(path: string): EngineTab {
  return engineTabs.find((tab) => path.endsWith(`/${tab}`)) ?? 'overview'
}

/** The calculator page of an engine. */
function calculatorPath({ productId, serviceName }: Pick<Engine, 'productId' | 'serviceName'>): string {
  return `/products/${encodeURIComponent(productId)}/tutorial/${encodeURIComponent(serviceName)}/calculator`
}
