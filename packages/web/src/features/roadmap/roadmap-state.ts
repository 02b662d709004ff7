import { type MonthLanguage, monthLanguages } from '../../ui/gantt/month-names.ts'
import type { ProductFilter } from '../products/queries.ts'

type RoadmapSearch = Readonly<Record<string, string | undefined>>

export const roadmapModes = ['Month', 'Quarter', 'Year'] as const

export type RoadmapMode = (typeof roadmapModes)[number]

/** From far to near; 1 is the default width of the mode. */
const zoomLevels = [0.25, 0.5, 0.75, 1, 1.5, 2, 3] as const

/** Filters, mode and zoom of the roadmap; all of it is in the address. */
export interface RoadmapState {
  readonly filter: ProductFilter
  readonly mode: RoadmapMode
  readonly zoom: number
  /** Language of the month names; by default that of the page. */
  readonly months: MonthLanguage | undefined
}

export function roadmapFromSearch(search: RoadmapSearch): RoadmapState {
  const zoom = zoomLevels.find((level) => String(level) === search['zoom'])
  return {
    filter: {
      name: search['name'] ?? '',
      favourites: search['favourites'] === 'true',
      shared: false,
      // Keys have no commas.
      categories: [...new Set((search['category'] ?? '').split(',').filter((key) => key !== ''))],
    },
    mode: roadmapModes.find((mode) => mode.toLowerCase() === search['by']) ?? 'Month',
    zoom: zoom ?? 1,
    months: monthLanguages.find((language) => language === search['months']),
  }
}

export function roadmapToSearch({ filter, mode, zoom, months }: RoadmapState): RoadmapSearch {
  return {
    name: filter.name === '' ? undefined : filter.name,
    favourites: filter.favourites ? 'true' : undefined,
    category: filter.categories.length === 0 ? undefined : filter.categories.join(','),
    by: mode === 'Month' ? undefined : mode.toLowerCase(),
    zoom: zoom === 1 ? undefined : String(zoom),
    months,
  }
}

/** The next level; at the end, the same. */
export function zoomed(zoom: number, direction: 1 | -1): number {
  const index = zoomLevels.findIndex((level) => level === zoom)
  return zoomLevels[Math.min(zoomLevels.length - 1, Math.max(0, index + direction))] ?? zoom
}
