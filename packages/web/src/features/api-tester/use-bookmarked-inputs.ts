import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageState } from '../../ui/page/page-state.ts'
import { useBookmark } from '../bookmarks/queries.ts'
import type { Inputs } from './run.ts'
import type { TesterState } from './kept-tests.ts'

/** Saves the inputs with a bookmark, and restores them if the address names one. */
export function useBookmarkedInputs(latest: () => TesterState, onOpen: (changes: Partial<TesterState>) => void): void {
  usePageState(() => {
    const { inputs, subservice, purpose } = latest()
    return inputs === undefined && subservice === null && purpose === '' ? {} : { inputs, subservice, purpose }
  })
  const { bookmark } = useSearch({ strict: false }) as { bookmark?: string }
  const { data } = useBookmark(bookmark)
  useEffect(() => {
    if (data !== undefined) onOpen(savedState(data.data))
    // Runs once for each bookmark, so that later changes stay.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
}

function savedState({ inputs, subservice, purpose }: Readonly<Record<string, unknown>>): Partial<TesterState> {
  return {
    ...(typeof inputs === 'object' && inputs !== null ? { inputs: inputs as Inputs } : {}),
    subservice: typeof subservice === 'string' ? subservice : null,
    ...(typeof purpose === 'string' ? { purpose } : {}),
  }
}
