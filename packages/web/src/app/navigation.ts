import type { CallRule } from '@sheetwright/contract/call.ts'
import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import type { AreaFlag } from '@sheetwright/contract/system/area-flags.ts'
import type { Permissions } from '../platform/store/app-state.ts'
import type { ProductDetail } from '@sheetwright/contract/products/product.ts'
import type { ComponentType } from 'react'
import type { MessageId } from '../platform/messages/load-messages.ts'
import { sectionTitle } from '../platform/messages/section-names.ts'
import type { NavigationIcon } from './menu.ts'

/** Who may open a page. Pages for signed-out users redirect everybody else to where they wanted to go. */
type Access = 'signed-in' | 'signed-out' | 'anyone'

export interface Place {
  readonly path: string
  readonly access: Access
  /** Whether the page has header and side menu, or stands alone. */
  readonly frame: 'shell' | 'none'
  /** Signed-out users who come with a code or as a visitor are sent to the visitor page. */
  readonly anonymousVariant?: true
  /** The page exists only if the tenant has this area. */
  readonly flag?: AreaFlag
  /** Users without it see a message instead. */
  readonly permission?: keyof Permissions
  readonly page: () => Promise<ComponentType>
}

/** Every page of the product. */
export const places: readonly Place[] = [
  {
    path: '/',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/products/pages/CataloguePage.tsx')).CataloguePage,
  },
  {
    path: '/board',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/board/pages/BoardPage.tsx')).BoardPage,
  },
  {
    path: '/shared',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('./pages/SharedHomePage.tsx')).SharedHomePage,
  },
  {
    path: '/insights',
    access: 'signed-in',
    frame: 'shell',
    flag: 'ShowInsights',
    page: async () => (await import('../features/insights/pages/InsightsPage.tsx')).InsightsPage,
  },
  {
    path: '/products/$productId/insights',
    access: 'signed-in',
    frame: 'shell',
    flag: 'ShowInsights',
    page: async () => (await import('../features/insights/pages/InsightsPage.tsx')).InsightsPage,
  },
  {
    path: '/shared/products/$productId/insights',
    access: 'signed-in',
    frame: 'shell',
    flag: 'ShowInsights',
    page: async () => (await import('../features/insights/pages/InsightsPage.tsx')).InsightsPage,
  },
  {
    path: '/products/$productId/usage',
    access: 'signed-in',
    frame: 'shell',
    flag: 'ShowUsageDetails',
    page: async () => (await import('../features/insights/pages/UsageDetailsPage.tsx')).UsageDetailsPage,
  },
  {
    path: '/products/$productId/versions',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/insights/pages/VersionOverviewPage.tsx')).VersionOverviewPage,
  },
  {
    path: '/products/$productId/apidocs',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-documentation/pages/ApiDocsPage.tsx')).ApiDocsPage,
  },
  {
    path: '/shared/products/$productId/usage',
    access: 'signed-in',
    frame: 'shell',
    flag: 'ShowUsageDetails',
    page: async () => (await import('../features/insights/pages/UsageDetailsPage.tsx')).UsageDetailsPage,
  },
  {
    path: '/shared/products/$productId/versions',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/insights/pages/VersionOverviewPage.tsx')).VersionOverviewPage,
  },
  {
    path: '/shared/products/$productId/apidocs',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-documentation/pages/ApiDocsPage.tsx')).ApiDocsPage,
  },
  {
    path: '/guide',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/guide/pages/GuidePage.tsx')).GuidePage,
  },
  {
    path: '/guide/$chapter',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/guide/pages/GuidePage.tsx')).GuidePage,
  },
  {
    path: '/roadmap',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/roadmap/pages/RoadmapPage.tsx')).RoadmapPage,
  },
  {
    path: '/bookmarks',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/bookmarks/pages/BookmarksPage.tsx')).BookmarksPage,
  },
  {
    path: '/templates',
    access: 'signed-in',
    frame: 'shell',
    flag: 'ShowTemplates',
    page: async () => (await import('../features/templates/pages/TemplatesPage.tsx')).TemplatesPage,
  },
  {
    path: '/lineage',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/lineage/pages/LineagePage.tsx')).LineagePage,
  },
  {
    path: '/master',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-references/pages/MasterPage.tsx')).MasterPage,
  },
  {
    path: '/master/$documentId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-references/pages/MasterDocumentPage.tsx')).MasterDocumentPage,
  },
  {
    path: '/master/$documentId/$tab',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-references/pages/MasterDocumentPage.tsx')).MasterDocumentPage,
  },
  {
    path: '/products/$productId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/products/pages/ProductPage.tsx')).ProductPage,
  },
  {
    path: '/shared/products/$productId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/products/pages/ProductPage.tsx')).ProductPage,
  },
  {
    path: '/products/$productId/links',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/visitors/pages/VisitorLinksPage.tsx')).VisitorLinksPage,
  },
  {
    path: '/shared/products/$productId/links',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/visitors/pages/VisitorLinksPage.tsx')).VisitorLinksPage,
  },
  {
    path: '/products/$productId/engines',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/engines/pages/EnginesPage.tsx')).EnginesPage,
  },
  {
    path: '/products/$productId/engines/$engineId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/engines/pages/EnginePage.tsx')).EnginePage,
  },
  {
    path: '/products/$productId/engines/$engineId/$tab',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/engines/pages/EnginePage.tsx')).EnginePage,
  },
  {
    path: '/shared/products/$productId/engines',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/engines/pages/EnginesPage.tsx')).EnginesPage,
  },
  {
    path: '/shared/products/$productId/engines/$engineId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/engines/pages/EnginePage.tsx')).EnginePage,
  },
  {
    path: '/shared/products/$productId/engines/$engineId/$tab',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/engines/pages/EnginePage.tsx')).EnginePage,
  },
  {
    path: '/products/$productId/tutorials',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/calculators/pages/TutorialsPage.tsx')).TutorialsPage,
  },
  {
    path: '/shared/products/$productId/tutorials',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/calculators/pages/TutorialsPage.tsx')).TutorialsPage,
  },
  {
    path: '/products/$productId/engines/$engineId/form-builder',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/calculators/pages/FormBuilderPage.tsx')).FormBuilderPage,
  },
  {
    path: '/shared/products/$productId/engines/$engineId/form-builder',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/calculators/pages/FormBuilderPage.tsx')).FormBuilderPage,
  },
  {
    path: '/products/$productId/engines/$engineId/apiTester/$view',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-tester/pages/TesterPage.tsx')).TesterPage,
  },
  {
    path: '/shared/products/$productId/engines/$engineId/apiTester/$view',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-tester/pages/TesterPage.tsx')).TesterPage,
  },
  {
    path: '/products/$productId/apidefinition',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-api/pages/MasterApiPage.tsx')).MasterApiPage,
  },
  {
    path: '/products/$productId/apidefinition/$tab',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-api/pages/MasterApiPage.tsx')).MasterApiPage,
  },
  {
    path: '/shared/products/$productId/apidefinition',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-api/pages/MasterApiPage.tsx')).MasterApiPage,
  },
  {
    path: '/shared/products/$productId/apidefinition/$tab',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/master-api/pages/MasterApiPage.tsx')).MasterApiPage,
  },
  {
    path: '/products/$productId/testcenter',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/products/$productId/testcenter/gate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/products/$productId/testcenter/logs',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/products/$productId/testcenter/templates',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/products/$productId/testcenter/beds/$testbedId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestBedPage.tsx')).TestBedPage,
  },
  {
    path: '/products/$productId/testcenter/compare/$comparisonId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/ComparePage.tsx')).ComparePage,
  },
  {
    path: '/products/$productId/testcenter/runs/$runId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestRunPage.tsx')).TestRunPage,
  },
  {
    path: '/shared/products/$productId/testcenter',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/shared/products/$productId/testcenter/gate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/shared/products/$productId/testcenter/logs',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/shared/products/$productId/testcenter/templates',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestCentrePage.tsx')).TestCentrePage,
  },
  {
    path: '/shared/products/$productId/testcenter/beds/$testbedId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestBedPage.tsx')).TestBedPage,
  },
  {
    path: '/shared/products/$productId/testcenter/compare/$comparisonId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/ComparePage.tsx')).ComparePage,
  },
  {
    path: '/shared/products/$productId/testcenter/runs/$runId',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/test-beds/pages/TestRunPage.tsx')).TestRunPage,
  },
  {
    path: '/products/$productId/documents',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/documents/pages/DocumentsPage.tsx')).DocumentsPage,
  },
  {
    path: '/products/$productId/documents/$subsection',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/documents/pages/DocumentsPage.tsx')).DocumentsPage,
  },
  {
    path: '/shared/products/$productId/documents',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/documents/pages/DocumentsPage.tsx')).DocumentsPage,
  },
  {
    path: '/shared/products/$productId/documents/$subsection',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/documents/pages/DocumentsPage.tsx')).DocumentsPage,
  },
  {
    path: '/products/$productId/tutorial/$serviceName/calculator',
    access: 'signed-in',
    frame: 'shell',
    anonymousVariant: true,
    page: async () => (await import('../features/calculators/pages/CalculatorPage.tsx')).CalculatorPage,
  },
  {
    path: '/products/$productId/tutorial/$serviceName/anonymous/calculator',
    access: 'anyone',
    frame: 'none',
    page: async () => (await import('./pages/VisitorCalculatorPage.tsx')).VisitorCalculatorPage,
  },
  {
    path: '/products/$productId/tutorial/$serviceName/calculator/$section',
    access: 'signed-in',
    frame: 'shell',
    anonymousVariant: true,
    page: async () => (await import('../features/calculators/pages/CalculatorPage.tsx')).CalculatorPage,
  },
  {
    path: '/products/$productId/tutorial/$serviceName/anonymous/calculator/$section',
    access: 'anyone',
    frame: 'none',
    page: async () => (await import('./pages/VisitorCalculatorPage.tsx')).VisitorCalculatorPage,
  },
  {
    path: '/shared/products/$productId/tutorial/$serviceName/calculator',
    access: 'signed-in',
    frame: 'shell',
    anonymousVariant: true,
    page: async () => (await import('../features/calculators/pages/CalculatorPage.tsx')).CalculatorPage,
  },
  {
    path: '/shared/products/$productId/tutorial/$serviceName/anonymous/calculator',
    access: 'anyone',
    frame: 'none',
    page: async () => (await import('./pages/VisitorCalculatorPage.tsx')).VisitorCalculatorPage,
  },
  {
    path: '/shared/products/$productId/tutorial/$serviceName/calculator/$section',
    access: 'signed-in',
    frame: 'shell',
    anonymousVariant: true,
    page: async () => (await import('../features/calculators/pages/CalculatorPage.tsx')).CalculatorPage,
  },
  {
    path: '/shared/products/$productId/tutorial/$serviceName/anonymous/calculator/$section',
    access: 'anyone',
    frame: 'none',
    page: async () => (await import('./pages/VisitorCalculatorPage.tsx')).VisitorCalculatorPage,
  },
  {
    path: '/admin',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/system/pages/SystemPage.tsx')).SystemPage,
  },
  {
    path: '/jobs',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/jobs/pages/JobsPage.tsx')).JobsPage,
  },
  {
    path: '/admin/explorer/home/$',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('./pages/ExplorerHomePage.tsx')).ExplorerHomePage,
  },
  {
    path: '/admin/users',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/users/pages/UsersPage.tsx')).UsersPage,
  },
  {
    path: '/admin/groups',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/user-groups/pages/GroupsPage.tsx')).GroupsPage,
  },
  {
    path: '/device',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-keys/pages/DevicePage.tsx')).DevicePage,
  },
  {
    path: '/admin/clients',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-keys/pages/ClientsPage.tsx')).ClientsPage,
  },
  {
    path: '/admin/limits',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/limits/pages/LimitsPage.tsx')).LimitsPage,
  },
  {
    path: '/admin/keys',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/api-keys/pages/ApiKeysPage.tsx')).ApiKeysPage,
  },
  {
    path: '/admin/webhooks',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/webhooks/pages/WebhooksPage.tsx')).WebhooksPage,
  },
  {
    path: '/admin/deleted',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/products/pages/DeletedPage.tsx')).DeletedPage,
  },
  {
    path: '/admin/audit',
    permission: 'administrate',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/audit/pages/AuditPage.tsx')).AuditPage,
  },
  {
    path: '/tools/data-load',
    flag: 'ShowIngeniumConfiguration',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/dml/pages/DataLoadPage.tsx')).DataLoadPage,
  },
  {
    path: '/tools/policy-runs',
    flag: 'ShowIngeniumConfiguration',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/ingenium/pages/PolicyRunsPage.tsx')).PolicyRunsPage,
  },
  {
    path: '/admin/dictionary',
    flag: 'ShowDataDictionary',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/data-dictionary/pages/DataDictionaryPage.tsx')).DataDictionaryPage,
  },
  {
    path: '/admin/configuration',
    permission: 'administrate',
    flag: 'ShowConfigurationFiles',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/configuration/pages/ConfigurationPage.tsx')).ConfigurationPage,
  },
  {
    path: '/admin/categories',
    permission: 'administrate',
    flag: 'ShowCategories',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/categories/pages/CategoriesPage.tsx')).CategoriesPage,
  },
  {
    path: '/api/docs',
    access: 'anyone',
    frame: 'shell',
    page: async () => (await import('../features/api-reference/pages/ApiReferencePage.tsx')).ApiReferencePage,
  },
  {
    path: '/error',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('./pages/ErrorPage.tsx')).ErrorPage,
  },
  {
    path: '/login',
    access: 'signed-out',
    frame: 'none',
    page: async () => (await import('./pages/LoginPage.tsx')).LoginPage,
  },
  {
    path: '/shared/files/$linkId',
    access: 'anyone',
    frame: 'none',
    page: async () => (await import('./pages/VisitorFilePage.tsx')).VisitorFilePage,
  },
  {
    path: '/anonymous/validate',
    access: 'anyone',
    frame: 'none',
    page: async () => (await import('./pages/VisitorEntryPage.tsx')).VisitorEntryPage,
  },
]

export interface ProductEntry {
  readonly title: MessageId
  /** Other words that people may search it by. */
  readonly words?: MessageId
  readonly icon: NavigationIcon
  /** Relative to the address of the product; empty for the dashboard. */
  readonly to: string
  /** Another address whose pages belong to it. */
  readonly also?: string
  /** Also shown to users who have access only to single entities of the product. */
  readonly ofContent?: true
  /** Shown to users with at least this level on the product. */
  readonly needs?: AccessLevel
  /** Shown only if the tenant has this area. */
  readonly flag?: AreaFlag
  /** Users whose groups deny it get a message instead of the page. */
  readonly rule?: CallRule
  /** A submenu, shown while one of its pages is open. */
  readonly nested?: (product: ProductDetail) => readonly NestedEntry[]
}

export interface NestedEntry {
  /** A name given by a user, or a message id. */
  readonly title: MessageId | { readonly name: string }
  readonly to: string
  readonly rule?: CallRule
}

/** Menu of one product, below the link back. One line per page. */
export const productMenu: readonly ProductEntry[] = [
  { title: 'Navigation.overview', icon: 'overview', to: '', ofContent: true },
  {
    title: 'Navigation.documents',
    icon: 'documents',
    to: '/documents',
    nested: ({ sections }) =>
      sections.map(({ name }) => ({ title: sectionTitle(name), to: `/${encodeURIComponent(name)}` })),
  },
  {
    title: 'Navigation.engines',
    words: 'Palette.words.engines',
    icon: 'engines',
    to: '/engines',
    ofContent: true,
    rule: { module: 'ProductEngine', rule: 'View' },
  },
  {
    title: 'Navigation.tests',
    words: 'Palette.words.tests',
    icon: 'tests',
    to: '/testcenter',
    rule: { module: 'ProductEngine', rule: 'View' },
  },
  { title: 'Navigation.apiDefinition', icon: 'definition', to: '/apidefinition' },
  {
    title: 'Navigation.tutorials',
    words: 'Palette.words.tutorials',
    icon: 'tutorials',
    to: '/tutorials',
    also: '/tutorial',
  },
  {
    title: 'VersionOverview.title',
    icon: 'versions',
    to: '/versions',
    rule: { module: 'ProductEngine', rule: 'View' },
  },
  { title: 'ApiDocs.title', icon: 'reference', to: '/apidocs', rule: { module: 'ProductEngine', rule: 'View' } },
  { title: 'Insights.title', icon: 'insights', to: '/insights', flag: 'ShowInsights' },
  { title: 'UsageDetails.title', icon: 'usage', to: '/usage', flag: 'ShowUsageDetails' },
  {
    title: 'Navigation.visitorLinks',
    words: 'Palette.words.visitorLinks',
    icon: 'visitors',
    to: '/links',
    needs: 'manage',
  },
]
