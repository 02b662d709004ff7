import { useThrottledCallback } from '@mantine/hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useRefreshFiles } from '../mutations.ts'
import { isUnderWay, UploadQueue } from '../upload-queue.ts'

/** The queue of this page. The browser asks before closing the page while uploads run. */
export function useUploadQueue() {
  const api = useApi()
  const refresh = useRefreshFiles()
  // Debounce: many small files finish in a second, the list is refetched once.
  const refreshSoon = useThrottledCallback(() => void refresh(), 1_000)
  const [queue] = useState(() => new UploadQueue({ api, onArrived: refreshSoon, storage: window.localStorage }))
  const list = useSyncExternalStore(queue.subscribe, queue.current)
  const busy = list.some(isUnderWay)
  useEffect(() => {
    if (!busy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
  return { queue, list }
}
