import { generateVisitorToken } from '@sheetwright/contract/visitors/generate-visitor-token.ts'
import { oneTimeCode } from '@sheetwright/contract/visitors/visitor-fields.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import {
  confirmVisitor,
  countCodeTry,
  countUse,
  lockVisitor,
  type VisitorLink,
} from '../../platform/identity/visitors.store.ts'
import { isCode } from './one-time-code.ts'
import { openLink } from './open-link.ts'
import { assertNotTooOften, forgive, unknownVisitor } from './visitor-failures.ts'

export const generateVisitorTokenHandler = handle(generateVisitorToken, async ({ body, services, address }) => {
  const { tenant, link } = await openLink(services, body)
  const from = { tenantId: tenant.id, address }
  const attempt = { kind: 'tries', person: body.anonymousUserId, ...from } as const
  await assertNotTooOften(services.db, attempt)
  const email = await services.db.inTenant(tenant.id, async (tx) => {
    const visitor = await lockVisitor(tx, link.id, body.anonymousUserId)
    if (!visitor) throw unknownVisitor()
    if (visitor.codeHash === null || !visitor.codeIsFresh || visitor.codeTries >= oneTimeCode.tries) return undefined
    await countCodeTry(tx, visitor.id)
    if (!isCode(visitor.id, body.code, visitor.codeHash)) return undefined
    await confirmVisitor(tx, visitor.id)
    return visitor.email
  })
  if (email === undefined) {
    const message = 'is wrong, was used already or is too old'
    throw new CallError('INVALID_INPUT', 'The code is not valid: ask for a new one', [{ field: 'body.code', message }])
  }
  await forgive(services.db, attempt)
  await forgive(services.db, { kind: 'codes', person: email, ...from })
  const isCounted = await services.db.inTenant(tenant.id, (tx) => countUse(tx, link.id))
  if (!isCounted) throw new CallError('NOT_FOUND', 'The link has no visits left')
  const visitorId = body.anonymousUserId
  const access_token = await services.identity.visitorTokens.issue({ tenantId: tenant.id, visitorId, linkId: link.id })
  return { targetUrl: targetUrl(services.settings.origin, link, { ...body, realm: tenant.name }), access_token }
})

/** The target page of the link: a calculator, or a file. */
function targetUrl(
  origin: string,
  { id, target: { productId, serviceName, fileId } }: VisitorLink,
  { anonymousUserId, client, realm }: { anonymousUserId: string; client: string; realm: string },
): string {
  const path =
    fileId === null
      ? `/shared/products/${productId}/tutorial/${encodeURIComponent(serviceName)}/anonymous/calculator`
      : `/shared/files/${id}`
  const query = new URLSearchParams({ isAnonymousUser: 'true', anonymousUserId, linkId: id, client, realm })
  return `${origin}${path}?${query.toString()}`
}
