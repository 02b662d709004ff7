import { describe, expect, test } from 'vitest'
import { createAppStore, restoreAppState } from '../src/platform/store/app-state.ts'
import { memoryStorage } from './memory-storage.ts'

const signedIn = {
  auth: { loggedIn: true, isLoggingOut: true, isAdmin: true, tenant: 'demo', groups: ['supervisor:pf'], userId: 'u' },
  user: { displayName: 'Sam' },
  language: 'ja',
  system: { sideMenuHidden: true },
  permissions: { administrate: true },
}

describe('stored state', () => {
  test('a signed-in state comes back without its transient flags', () => {
    const state = restoreAppState(signedIn)
    expect(state.auth).toMatchObject({ loggedIn: true, isLoggingOut: false, tenant: 'demo' })
    expect(state.permissions.administrate).toBe(true)
    expect(state.language).toBe('ja')
  })

  test('somebody who was not signed in starts from the default but keeps the language and the layout', () => {
    const state = restoreAppState({ ...signedIn, auth: { ...signedIn.auth, loggedIn: false } })
    expect(state.auth).toMatchObject({ loggedIn: false, isAdmin: false, tenant: '' })
    expect(state.permissions.administrate).toBe(false)
    expect(state).toMatchObject({ language: 'ja', system: { sideMenuHidden: true } })
  })

  test.each([null, 'text', 7, [], { language: 'xx' }, { auth: 'x' }])('damaged state %j is replaced', (stored) => {
    expect(restoreAppState(stored)).toMatchObject({ language: null, auth: { loggedIn: false } })
  })

  test('another tab that signs out is followed', () => {
    const storage = memoryStorage()
    const tabs = new EventTarget()
    storage.setItem('sheetwright.state', JSON.stringify(signedIn))
    const store = createAppStore(storage, tabs)
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'sheetwright.state', newValue: '{}' }))
    expect(store.get().auth.loggedIn).toBe(false)
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'something else', newValue: '{}' }))
    expect(told).toBe(1)
  })

  test('unreadable text counts as nothing stored', () => {
    const storage = memoryStorage()
    storage.setItem('sheetwright.state', '{"auth":')
    expect(createAppStore(storage, new EventTarget()).get().auth.loggedIn).toBe(false)
  })
})
