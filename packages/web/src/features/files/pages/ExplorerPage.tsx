import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { explorerState } from '../explorer-state.ts'
import { Explorer } from '../parts/Explorer.tsx'

/** The file manager; the rest of the address is the folder path. */
export function ExplorerPage() {
  const { _splat: splat = '' } = useParams({ strict: false }) as { _splat?: string }
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { text, sort, deleted } = search
  const state = useMemo(() => explorerState(splat, { text, sort, deleted }), [splat, text, sort, deleted])
  return <Explorer state={state} />
}
