import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { createDocument } from '@sheetwright/contract/documents/create-document.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { saveUserGroup } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { eq } from 'drizzle-orm'
import { insertEngine } from '../../src/features/engines/engine.store.ts'
import { users } from '../../src/platform/db/schema/users.ts'
import { insertLink, visitorWithEmail } from '../../src/platform/identity/visitors.store.ts'
import { insertBuiltVersion } from '../support/built-version.ts'
import type { SignedIn, TestServer } from '../support/test-server.ts'
import type { CallerName } from './matrix.ts'

/** One tenant with a product of its supervisor, and all kinds of callers that might try to access it. */
export interface World {
  /** Signs a caller in when first asked: most worlds are left after a few callers, and people take most of the time. */
  readonly headersOf: (caller: CallerName) => Promise<Record<string, string>>
  readonly supervisor: SignedIn
  readonly user: SignedIn
  readonly productId: string
  /** Id of the engine Premium in that product. */
  readonly engineId: string
  /** Id of its only version, a draft. */
  readonly versionId: string
  readonly uploadId: string
  readonly documentId: string
  readonly keyId: string
  readonly linkId: string
  readonly visitorId: string
}

type Tenant = Pick<SignedIn, 'tenantId' | 'tenantName'>

/** A group that nobody belongs to. */
export const emptyGroup = 'user:pf.empty'

/** A category that no product is in. */
export const category = 'Unused'

export async function buildWorld(server: TestServer): Promise<World> {
  const { services } = server
  const supervisor = await server.signIn({ groups: ['supervisor:pf'] })
  const { tenantId, tenantName } = supervisor
  const tenant = { tenantId, tenantName }
  const user = await server.signIn({ tenant })
  await supervisor.client.call(saveUserGroup, { body: { userGroup: emptyGroup } })
  const { id: productId } = await supervisor.client.call(createProduct, { body: { Name: 'Secret plan' } })
  const engineId = await services.db.inTenant(tenantId, (tx) =>
    insertEngine(tx, {
      productId,
      serviceName: 'Premium',
      ownerId: supervisor.userId,
      engineType: 'Type1',
      connectorUrl: null,
    }),
  )
  const { uploadId, versionId } = await insertBuiltVersion(services, {
    tenantId,
    productId,
    engineId,
    userId: supervisor.userId,
  })
  const { id: documentId } = await supervisor.client.call(createDocument, {
    params: { product: productId },
    body: {},
    files: { File: { content: new Blob(['%PDF-1.4 of the secret plan']), fileName: 'plan.pdf' } },
  })
  const [{ key, apiKey }] = await Promise.all([
    supervisor.client.call(createApiKey, {
      body: { name: 'All scopes', group: 'supervisor:pf', scopes: ['execute', 'author', 'logs'] },
    }),
    supervisor.client.call(saveCategory, { body: { key: category, value: category } }),
  ])
  const { linkId, visitorId } = await services.db.inTenant(tenantId, async (tx) => {
    const link = await insertLink(tx, {
      target: { productId, serviceName: 'Premium', fileId: null },
      mailDomains: [],
      embedOrigins: [],
      keepsAddresses: false,
      maxUses: null,
      createdBy: supervisor.userId,
      expiresAt: null,
    })
    return { linkId: link, visitorId: await visitorWithEmail(tx, link, 'visitor@example.test') }
  })
  const callers: Readonly<Record<CallerName, () => Promise<Record<string, string>>>> = {
    nobody: async () => ({}),
    'user without group': async () => (await server.signIn({ tenant, groups: [] })).headers,
    user: async () => user.headers,
    'user with the rule denied': async () => (await signInBound(server, supervisor)).headers,
    supervisor: async () => supervisor.headers,
    superuser: async () => (await signInSuperuser(server, tenant)).headers,
    'supervisor of another tenant': async () => (await server.signIn({ groups: ['supervisor:pf'] })).headers,
    visitor: async () => {
      const token = await services.identity.visitorTokens.issue({ tenantId, visitorId, linkId })
      return { authorization: `Bearer ${token}` }
    },
    'API key': async () => ({ 'x-synthetic-key': key, 'x-tenant-name': tenantName }),
  }
  const known = new Map<CallerName, Promise<Record<string, string>>>()
  return {
    supervisor,
    user,
    productId,
    engineId,
    versionId,
    uploadId,
    documentId,
    keyId: apiKey.id,
    linkId,
    visitorId,
    headersOf: (caller) => {
      const headers = known.get(caller) ?? callers[caller]()
      known.set(caller, headers)
      return headers
    },
  }
}

async function signInSuperuser(server: TestServer, tenant: Tenant): Promise<SignedIn> {
  const superuser = await server.signIn({ tenant })
  await server.services.db.inTenant(tenant.tenantId, async (tx) => {
    await tx.q.update(users).set({ isSuperuser: true }).where(eq(users.id, superuser.userId))
  })
  return superuser
}

/** A member of a group to which rules deny what they can. */
async function signInBound(server: TestServer, supervisor: SignedIn): Promise<SignedIn> {
  const { tenantId, tenantName } = supervisor
  const bound = await server.signIn({ tenant: { tenantId, tenantName }, groups: ['user:pf.bound'] })
  await supervisor.client.call(saveUserGroupSetting, {
    body: {
      userGroup: 'user:pf.bound',
      moduleRules: [
        {
          moduleName: 'Product',
          rules: [
            { ruleName: 'NoOfProducts', ruleValue: 0 },
            { ruleName: 'Clone', ruleValue: false },
            { ruleName: 'StatusChange', ruleValue: false },
          ],
        },
        { moduleName: 'ProductEngineTestCase', rules: [{ ruleName: 'TestCaseGeneration', ruleValue: false }] },
        { moduleName: 'ProductEngineFormBuilder', rules: [{ ruleName: 'ProductTutorial', ruleValue: false }] },
        { moduleName: 'ProductRegressionTest', rules: [{ ruleName: 'RegressionTest', ruleValue: false }] },
        {
          moduleName: 'ProductEngine',
          rules: [
            { ruleName: 'Add', ruleValue: false },
            { ruleName: 'View', ruleValue: false },
            { ruleName: 'DownloadSwagger', ruleValue: false },
          ],
        },
      ],
    },
  })
  return bound
}
