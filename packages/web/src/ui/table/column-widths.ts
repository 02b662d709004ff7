import { useLocalStorage } from '@mantine/hooks'

/** Minimum and maximum width of a column, in pixels. */
export const columnWidth = { min: 64, max: 960 } as const

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, columnWidth.min), columnWidth.max))
}

/** The column widths that the user set for a table. */
export function useColumnWidths(
  table: string,
): [Readonly<Record<string, number>>, (id: string, width: number) => void] {
  const [widths, setWidths] = useLocalStorage<Record<string, number>>({
    key: `sheetwright.columns.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  return [widths, (id, width) => setWidths((current) => ({ ...current, [id]: width }))]
}
