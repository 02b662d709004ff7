import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { createKeptAnswers } from '../src/app/kept-answers.ts'
import { createAppStore, signedOut } from '../src/platform/store/app-state.ts'
import { memoryStorage } from './memory-storage.ts'

const person = (userId: string, tenant = 'acme') => ({
  auth: { ...signedOut.auth, loggedIn: true, issuer: 'https://id.test', tenant, userId },
})

/** A tab; `reload` is the same tab with its page loaded anew. */
function tab() {
  const storage = memoryStorage()
  const store = createAppStore(memoryStorage(), new EventTarget())
  let moment = 0
  return {
    store,
    storage,
    wait: (millis: number) => (moment += millis),
    load: (release = 'one') => {
      const page = new EventTarget()
      const client = new QueryClient()
      const kept = createKeptAnswers({ storage, store, page, release, now: () => moment })
      kept.restore(client)
      kept.follow(client)
      return { client, leave: () => page.dispatchEvent(new Event('pagehide')) }
    },
  }
}

describe('answers kept over a reload', () => {
  test('are there at once, and out of date', () => {
    const { store, load } = tab()
    store.set(person('sam'))
    const first = load()
    first.client.setQueryData(['products', 'one', 'p'], { name: 'Motor' })
    first.client.setQueryData(['mails', 'one'], { text: 'secret' })
    first.leave()
    const { client } = load()
    expect(client.getQueryData(['products', 'one', 'p'])).toEqual({ name: 'Motor' })
    expect(client.getQueryState(['products', 'one', 'p'])?.isInvalidated).toBe(true)
    expect(client.getQueryData(['mails', 'one'])).toBeUndefined()
  })

  test.each([
    ['another person', person('eve')],
    ['another tenant', person('sam', 'other')],
    ['nobody', signedOut],
  ])('are forgotten for %s', (_who, next) => {
    const { store, storage, load } = tab()
    store.set(person('sam'))
    const first = load()
    first.client.setQueryData(['products', 'one', 'p'], { name: 'Motor' })
    // Signed out or in by another tab, before this one is left.
    store.set(next)
    expect(first.client.getQueryData(['products', 'one', 'p'])).toBeUndefined()
    first.leave()
    expect(storage.getItem('sheetwright.answers') ?? '').not.toContain('Motor')
    expect(load().client.getQueryData(['products', 'one', 'p'])).toBeUndefined()
  })

  test('are not shown to who comes after the page was left', () => {
    const { store, storage, load } = tab()
    store.set(person('sam'))
    const first = load()
    first.client.setQueryData(['products', 'one', 'p'], { name: 'Motor' })
    first.leave()
    store.set(person('eve'))
    expect(load().client.getQueryData(['products', 'one', 'p'])).toBeUndefined()
    expect(storage.getItem('sheetwright.answers')).toBeNull()
  })

  test('are not used by another release, nor after half an hour', () => {
    const { store, load, wait } = tab()
    store.set(person('sam'))
    const fill = () => {
      const { client, leave } = load()
      client.setQueryData(['products', 'one', 'p'], { name: 'Motor' })
      leave()
    }
    fill()
    expect(load('two').client.getQueryData(['products', 'one', 'p'])).toBeUndefined()
    fill()
    wait(31 * 60_000)
    expect(load().client.getQueryData(['products', 'one', 'p'])).toBeUndefined()
  })
})
