/**
 * The subject of the embedded provider's tokens: tenant and user together, so that a subject is unique across tenants
 * and names the tenant to look the user up in.
 */
export interface Subject {
  readonly tenantId: string
  readonly userId: string
}

const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function formatSubject({ tenantId, userId }: Subject): string {
  return `${tenantId}.${userId}`
}

export function parseSubject(text: string): Subject | null {
  const [, tenantId, userId] = pattern.exec(text) ?? []
  return tenantId && userId ? { tenantId, userId } : null
}
