import type { AreaFlag } from '@sheetwright/contract/system/area-flags.ts'
import type { MessageId } from '../platform/messages/load-messages.ts'
import type { Permissions } from '../platform/store/app-state.ts'

export type NavigationIcon =
  | 'shared'
  | 'templates'
  | 'users'
  | 'groups'
  | 'keys'
  | 'audit'
  | 'clients'
  | 'limits'
  | 'webhooks'
  | 'deleted'
  | 'products'
  | 'favourites'
  | 'reference'
  | 'system'
  | 'overview'
  | 'categories'
  | 'documents'
  | 'engines'
  | 'visitors'
  | 'tests'
  | 'tutorials'
  | 'files'
  | 'jobs'
  | 'master'
  | 'dataLoad'
  | 'policies'
  | 'definition'
  | 'insights'
  | 'usage'
  | 'versions'

export interface MenuEntry {
  readonly title: MessageId
  readonly icon: NavigationIcon
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  /** Further addresses whose pages, and those below them, belong to it. */
  readonly also?: readonly string[]
  /** Other words that people may search it by. */
  readonly words?: MessageId
  readonly permission?: keyof Permissions
  /** Shown only if the tenant has this area. */
  readonly flag?: AreaFlag
}

/** Menu entries that everybody sees. */
export const mainEntries: readonly MenuEntry[] = [
  {
    title: 'Navigation.products',
    words: 'Palette.words.products',
    icon: 'products',
    to: '/',
    also: ['/board', '/roadmap'],
  },
  { title: 'Navigation.favourites', icon: 'favourites', to: '/', search: { favourites: 'true' } },
  { title: 'Navigation.shared', icon: 'shared', to: '/', search: { tab: 'shared' } },
  {
    title: 'Navigation.files',
    words: 'Palette.words.files',
    icon: 'files',
    to: '/admin/explorer/home/files',
    also: ['/admin/explorer/home/files'],
  },
  { title: 'Navigation.templates', icon: 'templates', to: '/templates', flag: 'ShowTemplates' },
  { title: 'Insights.title', icon: 'insights', to: '/insights', flag: 'ShowInsights' },
  { title: 'Jobs.title', words: 'Palette.words.jobs', icon: 'jobs', to: '/jobs' },
  {
    title: 'Navigation.masterData',
    words: 'Palette.words.masterData',
    icon: 'master',
    to: '/master',
    also: ['/master', '/lineage'],
  },
  {
    title: 'DataLoad.title',
    words: 'Palette.words.dataLoad',
    icon: 'dataLoad',
    to: '/tools/data-load',
    flag: 'ShowIngeniumConfiguration',
  },
  {
    title: 'Policies.title',
    words: 'Palette.words.policies',
    icon: 'policies',
    to: '/tools/policy-runs',
    flag: 'ShowIngeniumConfiguration',
  },
  { title: 'Navigation.apiReference', words: 'Palette.words.apiReference', icon: 'reference', to: '/api/docs' },
]

/** Pages that the menu does not name, but the command palette finds. */
export const furtherEntries: readonly MenuEntry[] = [
  { title: 'Catalogue.board', words: 'Palette.words.board', icon: 'products', to: '/board' },
  { title: 'Catalogue.roadmap', words: 'Palette.words.roadmap', icon: 'products', to: '/roadmap' },
  { title: 'Bookmark.title', icon: 'favourites', to: '/bookmarks' },
  { title: 'Lineage.title', words: 'Palette.words.lineage', icon: 'master', to: '/lineage' },
  { title: 'Guide.title', words: 'Palette.words.guide', icon: 'reference', to: '/guide' },
]

interface AdminPlace extends MenuEntry {
  /** One line that says what the page is for. */
  readonly about: MessageId
}

/** Pages of the administration area; each is shown to holders of its permission. */
export const adminPlaces: readonly AdminPlace[] = [
  {
    title: 'Navigation.users',
    about: 'AdminHome.users',
    icon: 'users',
    to: '/admin/users',
    permission: 'administrate',
  },
  {
    title: 'Navigation.groups',
    words: 'Palette.words.groups',
    about: 'AdminHome.groups',
    icon: 'groups',
    to: '/admin/groups',
    permission: 'administrate',
  },
  {
    title: 'Navigation.clients',
    about: 'AdminHome.clients',
    icon: 'clients',
    to: '/admin/clients',
    permission: 'administrate',
  },
  {
    title: 'Navigation.apiKeys',
    words: 'Palette.words.apiKeys',
    about: 'AdminHome.apiKeys',
    icon: 'keys',
    to: '/admin/keys',
    permission: 'administrate',
  },
  {
    title: 'Limits.title',
    words: 'Palette.words.limits',
    about: 'AdminHome.limits',
    icon: 'limits',
    to: '/admin/limits',
    permission: 'administrate',
  },
  {
    title: 'Navigation.webhooks',
    about: 'AdminHome.webhooks',
    icon: 'webhooks',
    to: '/admin/webhooks',
    permission: 'administrate',
  },
  {
    title: 'Navigation.audit',
    about: 'AdminHome.audit',
    icon: 'audit',
    to: '/admin/audit',
    permission: 'administrate',
  },
  {
    title: 'Navigation.deleted',
    words: 'Palette.words.deleted',
    about: 'AdminHome.deleted',
    icon: 'deleted',
    to: '/admin/deleted',
    permission: 'administrate',
  },
  {
    title: 'Navigation.categories',
    about: 'AdminHome.categories',
    icon: 'categories',
    to: '/admin/categories',
    flag: 'ShowCategories',
    permission: 'administrate',
  },
  {
    title: 'Navigation.dataDictionary',
    about: 'AdminHome.dataDictionary',
    icon: 'reference',
    to: '/admin/dictionary',
    flag: 'ShowDataDictionary',
  },
  {
    title: 'Configuration.title',
    words: 'Palette.words.configuration',
    about: 'AdminHome.configuration',
    icon: 'documents',
    to: '/admin/configuration',
    flag: 'ShowConfigurationFiles',
    permission: 'administrate',
  },
  {
    title: 'Navigation.system',
    words: 'Palette.words.system',
    about: 'AdminHome.system',
    icon: 'system',
    to: '/admin',
  },
]

/** Groups of the side menu in the administration area. */
export const menuGroups: readonly { readonly title: MessageId; readonly entries: readonly MenuEntry[] }[] = [
  { title: 'Navigation.administration', entries: adminPlaces },
]
