import { dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AppState, AppStore } from '../platform/store/app-state.ts'

/**
 * What a tab has read, kept over a reload: the page shows it at once and reads it again meanwhile. It belongs to one person of
 * one tenant and is forgotten when they sign out, here or in another tab, or when another build of the pages is loaded.
 */
export interface KeptAnswers {
  /** Puts what was kept for the person who is signed in into the client, as out of date. */
  restore(client: QueryClient): void
  /** Keeps the answers of the client when the page is left. Returns how to stop. */
  follow(client: QueryClient): () => void
}

interface KeptAnswersOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly store: Pick<AppStore, 'get' | 'subscribe'>
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Names the build of the pages, whose shapes the answers have. */
  readonly build: string
  readonly now: () => number
}

const storageKey = 'sheetwright.answers'
const longestMillis = 30 * 60_000
/** Browsers give a tab about five million characters. */
const mostCharacters = 2_000_000

/** Lists and details that pages begin with. Calls, mails, people and keys are not written down. */
const keptKeys: readonly QueryKey[] = [
  ['products'],
  ['engines', 'list'],
  ['engines', 'one'],
  ['engines', 'versions'],
  ['documents', 'page'],
  ['files', 'folder'],
  ['bookmarks', 'list'],
  ['system', 'flags'],
  ['system', 'release'],
]

interface Stored {
  readonly owner: string
  readonly build: string
  readonly at: number
  readonly state: ReturnType<typeof dehydrate>
}

export function createKeptAnswers({ storage, store, page, build, now }: KeptAnswersOptions): KeptAnswers {
  function forget() {
    storage.removeItem(storageKey)
  }

  function write(client: QueryClient) {
    const owner = ownerOf(store.get())
    if (owner === undefined) return forget()
    const state = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && isKept(queryKey),
    })
    const stored: Stored = { owner, build, at: now(), state }
    const text = JSON.stringify(stored)
    if (text.length > mostCharacters) return forget()
    try {
      storage.setItem(storageKey, text)
    } catch {
      // The tab's storage is full: the next page reads everything itself.
      forget()
    }
  }

  return {
    restore(client) {
      const stored = read(storage.getItem(storageKey))
      if (stored === undefined) return
      const isOwn = stored.owner === ownerOf(store.get()) && stored.build === build
      if (!isOwn || now() - stored.at > longestMillis) return forget()
      hydrate(client, outOfDate(stored.state))
    },
    follow(client) {
      const keep = () => write(client)
      let owner = ownerOf(store.get())
      const stop = store.subscribe(() => {
        const before = owner
        owner = ownerOf(store.get())
        if (before === undefined || before === owner) return
        // Somebody else may be signed in already, in another tab.
        forget()
        client.clear()
      })
      page.addEventListener('pagehide', keep)
      return () => {
        stop()
        page.removeEventListener('pagehide', keep)
      }
    },
  }
}

function ownerOf({ auth }: AppState): string | undefined {
  return auth.loggedIn ? JSON.stringify([auth.issuer, auth.tenant, auth.userId]) : undefined
}

function isKept(key: QueryKey): boolean {
  return keptKeys.some((prefix) => prefix.every((part, index) => key[index] === part))
}

function read(text: string | null): Stored | undefined {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as Stored
  } catch {
    return undefined
  }
}

/** A reload is meant to show what is true now: everything is read again. */
function outOfDate(state: Stored['state']): Stored['state'] {
  return {
    ...state,
    queries: state.queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } })),
  }
}
