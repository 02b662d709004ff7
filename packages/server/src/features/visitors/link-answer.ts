import type { VisitorLink } from '@sheetwright/contract/visitors/visitor-link.ts'
import { webClientId } from '../../platform/identity/issuers.ts'
import type { StoredLink } from '../../platform/identity/visitors.store.ts'

/** A link as the calls show it. */
export function linkAnswer(link: StoredLink, { origin, realm }: { origin: string; realm: string }): VisitorLink {
  const { id, target, createdBy, visitors, createdAt, expiresAt, maxUses, uses, results, keepsAddresses } = link
  const query = new URLSearchParams({ linkId: id, client: webClientId, realm })
  return {
    id,
    serviceName: target.serviceName ?? '',
    documentId: target.fileId,
    url: `${origin}/anonymous/validate?${query.toString()}`,
    state: stateOf(link),
    createdAt: createdAt.toISOString(),
    createdBy,
    expiresAt: expiresAt?.toISOString() ?? null,
    visitors,
    maxUses,
    uses,
    results,
    mailDomains: [...link.mailDomains],
    embedOrigins: [...link.embedOrigins],
    keepsAddresses,
  }
}

function stateOf({ revokedAt, expiresAt, maxUses, uses }: StoredLink): VisitorLink['state'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used' : 'active'
}
