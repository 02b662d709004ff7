import { createHash } from 'node:crypto'
import { createAnonymousUser, generateVisitorToken, sendOneTimeCode } from '@sheetwright/contract/visitors/enter.ts'
import { oneTimeCode } from '@sheetwright/contract/visitors/visitor-fields.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { countAttempt } from '../../platform/identity/attempts.store.ts'
import {
  clearCode,
  countCodeTry,
  lockVisitor,
  setCode,
  type VisitorLink,
  visitorWithEmail,
} from '../../platform/identity/visitors.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'
import { codeHash, codeMail, isCode, newCode } from './one-time-code.ts'
import { openLink } from './open-link.ts'

/** Codes that are sent to an address, and wrong ones that a visitor tries, before they have to wait. */
const free = { codes: 5, tries: 10 } as const

export const createAnonymousUserHandler = handle(createAnonymousUser, async ({ body, services }) => {
  const { tenant, link } = await openLink(services, body)
  const anonymousUserId = await services.db.inTenant(tenant.id, (tx) => visitorWithEmail(tx, link.id, body.email))
  return { anonymousUserId }
})

export const sendOneTimeCodeHandler = handle(sendOneTimeCode, async ({ body, services }) => {
  const { tenant, link } = await openLink(services, body)
  const visitor = await services.db.inTenant(tenant.id, (tx) => lockVisitor(tx, link.id, body.anonymousUserId))
  if (!visitor) throw unknownVisitor()
  await assertNotTooOften(services.db, `code ${tenant.id} ${visitor.email.toLowerCase()}`, free.codes)
  await services.db.inTenant(tenant.id, async (tx) => {
    const code = newCode()
    await setCode(tx, visitor.id, codeHash(visitor.id, code), oneTimeCode.minutes)
    await queueMail(tx, codeMail(visitor.email, code))
  })
  return { sent: true as const }
})

export const generateVisitorTokenHandler = handle(generateVisitorToken, async ({ body, services }) => {
  const { tenant, link } = await openLink(services, body)
  await assertNotTooOften(services.db, `try ${tenant.id} ${body.anonymousUserId}`, free.tries)
  const isRight = await services.db.inTenant(tenant.id, async (tx) => {
    const visitor = await lockVisitor(tx, link.id, body.anonymousUserId)
    if (!visitor) throw unknownVisitor()
    if (visitor.codeHash === null || !visitor.codeIsFresh || visitor.codeTries >= oneTimeCode.tries) return false
    await countCodeTry(tx, visitor.id)
    if (!isCode(visitor.id, body.code, visitor.codeHash)) return false
    await clearCode(tx, visitor.id)
    return true
  })
  if (!isRight) {
    const message = 'is wrong, was used already or is too old'
    throw new CallError('INVALID_INPUT', 'The code is not valid: ask for a new one', [{ field: 'body.code', message }])
  }
  const visitorId = body.anonymousUserId
  const access_token = await services.identity.visitorTokens.issue({ tenantId: tenant.id, visitorId, linkId: link.id })
  return { targetUrl: targetUrl(services.settings.origin, link, { ...body, realm: tenant.name }), access_token }
})

function unknownVisitor(): CallError {
  return new CallError('USER_NOT_FOUND', 'The link does not know this visitor')
}

async function assertNotTooOften(db: Database, what: string, freeOnes: number): Promise<void> {
  const key = createHash('sha256').update(`visitor ${what}`).digest('hex')
  const wait = await db.inSystem((tx) => countAttempt(tx, [{ key, free: freeOnes }]))
  if (wait > 0) throw new CallError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${wait} s`, undefined, wait)
}

/** The calculator that the link leads to. */
function targetUrl(
  origin: string,
  { id, productId, serviceName }: VisitorLink,
  { anonymousUserId, client, realm }: { anonymousUserId: string; client: string; realm: string },
): string {
  const path = `/shared/products/${productId}/tutorial/${encodeURIComponent(serviceName)}/anonymous/calculator`
  const query = new URLSearchParams({ isAnonymousUser: 'true', anonymousUserId, linkId: id, client, realm })
  return `${origin}${path}?${query.toString()}`
}
