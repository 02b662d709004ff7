import { type Language, isLanguage } from '../messages/language.ts'
import { createPersistedStore, type PersistedStore } from './persisted-store.ts'

interface AuthState {
  readonly loggedIn: boolean
  readonly isLoggingOut: boolean
  readonly isAdmin: boolean
  readonly isSuperuser: boolean
  readonly tenant: string
  readonly issuer: string
  readonly username: string
  readonly groups: readonly string[]
  readonly userId: string
}

interface UserInfo {
  readonly displayName: string
  readonly userEmailID: string
  readonly canChangePassword: boolean
}

/** The user's permissions, for menus and buttons; the server checks every call again. */
export interface Permissions {
  readonly administrate: boolean
}

/** The state that is stored beyond the page. */
export interface AppState {
  readonly auth: AuthState
  readonly user: UserInfo
  /** The chosen language; null follows the browser. */
  readonly language: Language | null
  readonly system: { readonly sideMenuHidden: boolean }
  readonly permissions: Permissions
}

export const signedOut: Pick<AppState, 'auth' | 'user' | 'permissions'> = {
  auth: {
    loggedIn: false,
    isLoggingOut: false,
    isAdmin: false,
    isSuperuser: false,
    tenant: '',
    issuer: '',
    username: '',
    groups: [],
    userId: '',
  },
  user: { displayName: '', userEmailID: '', canChangePassword: false },
  permissions: { administrate: false },
}

const initial: AppState = { ...signedOut, language: null, system: { sideMenuHidden: false } }

export type AppStore = PersistedStore<AppState>

export function createAppStore(storage: Storage, tabs: Pick<EventTarget, 'addEventListener'>): AppStore {
  return createPersistedStore({ storage, key: 'sheetwright.state', initial, restore: restoreAppState, tabs })
}

/** Restores the valid parts of a stored state. Signed-out users start from the default. */
export function restoreAppState(stored: unknown): AppState {
  if (!isRecord(stored)) return initial
  const language = isLanguage(stored['language']) ? stored['language'] : null
  const system = { ...initial.system, ...(isRecord(stored['system']) ? stored['system'] : {}) }
  const auth = stored['auth']
  if (!isRecord(auth) || auth['loggedIn'] !== true) return { ...initial, language, system }
  return {
    auth: { ...initial.auth, ...auth, isLoggingOut: false },
    user: { ...initial.user, ...(isRecord(stored['user']) ? stored['user'] : {}) },
    permissions: { ...initial.permissions, ...(isRecord(stored['permissions']) ? stored['permissions'] : {}) },
    language,
    system,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
