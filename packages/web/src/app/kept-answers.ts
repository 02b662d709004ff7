import { dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AppState, AppStore } from '../platform/store/app-state.ts'

/**
 * Query answers of a tab, kept over a reload: the page shows them at once and fetches them again. They belong to one
 * user of one tenant and are removed on sign-out, here or in another tab, or when another release is loaded.
 */
export interface KeptAnswers {
  /** Puts the answers kept for the signed-in user into the query cache, marked stale. */
  restore(client: QueryClient): void
  /** Saves the query cache when the page is left. Returns a function that stops it. */
  follow(client: QueryClient): () => void
}

interface KeptAnswersOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly store: Pick<AppStore, 'get' | 'subscribe'>
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** Answers have the shapes of their release. */
  readonly release: string
  readonly now: () => number
}

const storageKey = 'sheetwright.answers'
const longestMillis = 30 * 60_000
/** Browsers give a tab about five million characters. */
const mostCharacters = 2_000_000

/** Lists and details that pages begin with. Calls, mails, people and keys are never stored. */
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
  readonly release: string
  readonly at: number
  readonly state: ReturnType<typeof dehydrate>
}

export function createKeptAnswers({ storage, store, page, release, now }: KeptAnswersOptions): KeptAnswers {
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
    const stored: Stored = { owner, release, at: now(), state }
    const text = JSON.stringify(stored)
    if (text.length > mostCharacters) return forget()
    try {
      storage.setItem(storageKey, text)
    } catch {
      // The tab's storage is full: the next page fetches everything.
      forget()
    }
  }

  return {
    restore(client) {
      const stored = read(storage.getItem(storageKey))
      if (stored === undefined) return
      const isOwn = stored.owner === ownerOf(store.get()) && stored.release === release
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
        // Another user may have signed in, in another tab.
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

/** Marks all answers stale: a reload fetches everything again. */
function outOfDate(state: Stored['state']): Stored['state'] {
  return {
    ...state,
    queries: state.queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } })),
  }
}
