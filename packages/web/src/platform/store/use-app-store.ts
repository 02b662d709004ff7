import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AppState, AppStore } from './app-state.ts'

export const AppStoreContext = createContext<AppStore | null>(null)

export function useAppStore(): AppStore {
  const store = useContext(AppStoreContext)
  if (store === null) throw new Error('useAppStore needs an AppStoreContext')
  return store
}

export function useAppState(): AppState {
  const store = useAppStore()
  return useSyncExternalStore(store.subscribe, store.get)
}
