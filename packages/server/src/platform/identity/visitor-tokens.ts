import type { FileVisitorIdentity, VisitorIdentity } from '../http/caller.ts'
import { createOwnTokens, type OwnTokenParts } from './own-tokens.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import { TokenRefused } from './verify-token.ts'
import { emailOfVisitor, findOpenLink } from './visitors.store.ts'

const linkClaim = 'link_id'
const seconds = 3600

export interface VisitorTokens {
  issue(visitor: { tenantId: string; visitorId: string; linkId: string }): Promise<string>
  /** Whether a token claims to be a visitor's; checks nothing else. */
  claims(token: string): boolean
  identify(token: string): Promise<VisitorIdentity | FileVisitorIdentity>
}

interface VisitorTokenParts extends OwnTokenParts {
  readonly tenants: TenantDirectory
}

/** Tokens of visitors: each is valid for one link, while that is. */
export function createVisitorTokens({ tenants, ...parts }: VisitorTokenParts): VisitorTokens {
  const { db } = parts
  const tokens = createOwnTokens(parts, { holder: 'visitor', seconds, claims: [linkClaim] })
  return {
    issue: ({ tenantId, visitorId, linkId }) => tokens.sign({ tenantId, userId: visitorId }, { [linkClaim]: linkId }),
    claims: tokens.claims,
    identify: async (token) => {
      const { subject, payload } = await tokens.verify(token)
      const tenant = subject && (await tenants.byId(subject.tenantId))
      if (!tenant) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown tenant')
      const { link, email } = await db.inTenant(tenant.id, async (tx) => {
        const found = await findOpenLink(tx, String(payload[linkClaim]))
        return {
          link: found,
          email: found?.keepsAddresses ? await emailOfVisitor(tx, found.id, subject.userId) : undefined,
        }
      })
      if (!link) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the link has ended')
      const { productId, serviceName, fileId } = link.target
      const who = { tenantId: tenant.id, tenantName: tenant.name, visitorId: subject.userId, linkId: link.id }
      if (fileId !== null) return { kind: 'fileVisitor', ...who, fileId }
      return {
        kind: 'visitor',
        ...who,
        productId,
        serviceName,
        ...(email === undefined ? {} : { email }),
      }
    },
  }
}
