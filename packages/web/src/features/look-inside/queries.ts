import { diffVersions } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { explainCell } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { getBook } from '@sheetwright/contract/look-inside/get-book.ts'
import { getCells } from '@sheetwright/contract/look-inside/get-cells.ts'
import { getProposals } from '@sheetwright/contract/look-inside/get-proposals.ts'
import { getUploadedBook } from '@sheetwright/contract/look-inside/get-uploaded-book.ts'
import { getUploadedCells } from '@sheetwright/contract/look-inside/get-uploaded-cells.ts'
import { lintVersion } from '@sheetwright/contract/look-inside/lint-version.ts'
import { runWhatIf, type WhatIfQuestion } from '@sheetwright/contract/look-inside/run-what-if.ts'
import { profileVersion } from '@sheetwright/contract/look-inside/profile-version.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

/** A run whose values are shown instead of the saved ones. */
export interface ShownRun {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly subservice?: string | undefined
}

/** The workbook to look into: of an upload, or of a version. */
export type BookSource =
  | { readonly kind: 'upload'; readonly product: string; readonly upload: string }
  | {
      readonly kind: 'version'
      readonly product: string
      readonly engine: string
      readonly version: string
      readonly run?: ShownRun | undefined
    }

export type VersionSource = Extract<BookSource, { kind: 'version' }>

interface VersionAddress {
  readonly product: string
  readonly engine: string
  readonly version: string
}

const lookKeys = {
  lint: (address: VersionAddress) => ['look-inside', 'lint', address],
  whatIf: (address: VersionAddress, question: WhatIfQuestion | undefined) => [
    'look-inside',
    'what-if',
    address,
    question,
  ],
  diff: (address: VersionAddress & { against: string }) => ['look-inside', 'diff', address],
  book: (source: BookSource) => ['look-inside', 'book', { ...source, run: undefined }],
  cells: (source: BookSource, sheet: string, range: string) => ['look-inside', 'cells', source, sheet, range],
  explanation: (source: BookSource, cell: string) => ['look-inside', 'explanation', source, cell],
  proposals: (product: string, upload: string) => ['look-inside', 'proposals', product, upload],
} as const

/** A workbook never changes. */
const forever = { staleTime: Number.POSITIVE_INFINITY } as const

export function useBook(source: BookSource) {
  const api = useApi()
  return useQuery({
    queryKey: lookKeys.book(source),
    queryFn: ({ signal }) => {
      if (source.kind === 'upload') {
        const { product, upload } = source
        return api.call(getUploadedBook, { params: { product, upload }, signal })
      }
      const { product, engine, version } = source
      return api.call(getBook, { params: { product, engine, version }, signal })
    },
    ...forever,
  })
}

/** Tiles of a sheet, each fetched and cached separately. */
export function useCellTiles(source: BookSource, sheet: string, ranges: readonly string[]) {
  const api = useApi()
  return useQueries({
    queries: ranges.map((range) => ({
      queryKey: lookKeys.cells(source, sheet, range),
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        if (source.kind === 'upload') {
          const { product, upload } = source
          return api.call(getUploadedCells, { params: { product, upload }, body: { sheet, range }, signal })
        }
        const { product, engine, version, run } = source
        const body = { sheet, range, ...(run === undefined ? {} : { run }) }
        return api.call(getCells, { params: { product, engine, version }, body, signal })
      },
      ...forever,
    })),
  })
}

/** The explanation of a cell's value. */
export function useExplanation(source: VersionSource, cell: string) {
  return useQuery(useExplanationQuery(source)(cell))
}

/** The same, once the cell is known. */
export function useOptionalExplanation(source: VersionSource, cell: string, enabled: boolean) {
  return useQuery({ ...useExplanationQuery(source)(cell), enabled })
}

/** The same for several cells. */
export function useExplanations(source: VersionSource, cells: readonly string[]) {
  return useQueries({ queries: cells.map(useExplanationQuery(source)) })
}

function useExplanationQuery(source: VersionSource) {
  const api = useApi()
  const { product, engine, version, run } = source
  return (cell: string) => ({
    queryKey: lookKeys.explanation(source, cell),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(explainCell, {
        params: { product, engine, version },
        body: { cell, ...(run === undefined ? {} : { run }) },
        signal,
      }),
    ...forever,
  })
}

/** Likely errors in the workbook of a version. */
export function useLint(address: VersionAddress) {
  const api = useApi()
  return useQuery({
    queryKey: lookKeys.lint(address),
    queryFn: ({ signal }) => api.call(lintVersion, { params: address, signal }),
    ...forever,
  })
}

/** The cost of a version by formula, with default inputs. */
export function useProfile(address: VersionAddress) {
  const api = useApi()
  return useQuery({
    queryKey: ['look', 'profile', address],
    queryFn: ({ signal }) => api.call(profileVersion, { params: address, body: {}, signal }),
    ...forever,
  })
}

/** The changes from an earlier version to this one. */
export function useVersionDiff(address: VersionAddress & { readonly against: string }, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: lookKeys.diff(address),
    queryFn: ({ signal }) => api.call(diffVersions, { params: address, signal }),
    enabled,
    ...forever,
  })
}

export function useProposals(product: string, upload: string) {
  const api = useApi()
  return useQuery({
    queryKey: lookKeys.proposals(product, upload),
    queryFn: ({ signal }) => api.call(getProposals, { params: { product, upload }, signal }),
    ...forever,
  })
}

/** The answer to a what-if question. It is not refetched, because volatile functions could change it. */
export function useWhatIf(address: VersionAddress, question: WhatIfQuestion | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: lookKeys.whatIf(address, question),
    queryFn: ({ signal }) => {
      if (question === undefined) throw new Error('There is no question')
      return api.call(runWhatIf, { params: address, body: question, signal })
    },
    enabled: question !== undefined,
    ...forever,
  })
}
