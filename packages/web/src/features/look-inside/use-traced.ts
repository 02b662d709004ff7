import { useOptionalExplanation, type VersionSource } from './queries.ts'

/** Frames around the precedents and dependents of the selected cell. */
export function useTraced(source: VersionSource, cell: string, isWanted: boolean) {
  const { data } = useOptionalExplanation(source, cell, isWanted && cell !== '')
  if (!data) return []
  return [
    ...data.precedents.map((each) => {
      const address = each.kind === 'range' ? each.range : each.cell
      return { id: `precedent ${address}`, cell: address, tone: 'precedent' as const }
    }),
    ...data.dependents.cells.map((each) => ({
      id: `dependent ${each.cell}`,
      cell: each.cell,
      tone: 'dependent' as const,
    })),
  ]
}
