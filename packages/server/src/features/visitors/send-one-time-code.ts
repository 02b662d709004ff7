import { sendOneTimeCode } from '@sheetwright/contract/visitors/send-one-time-code.ts'
import { oneTimeCode } from '@sheetwright/contract/visitors/visitor-fields.ts'
import { handle } from '../../platform/http/handle.ts'
import { lockVisitor, setCode } from '../../platform/identity/visitors.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'
import { codeHash, codeMail, newCode } from './one-time-code.ts'
import { openLink } from './open-link.ts'
import { unknownVisitor, assertNotTooOften } from './visitor-failures.ts'

export const sendOneTimeCodeHandler = handle(sendOneTimeCode, async ({ body, services, address }) => {
  const { tenant, link } = await openLink(services, body)
  const visitor = await services.db.inTenant(tenant.id, (tx) => lockVisitor(tx, link.id, body.anonymousUserId))
  if (!visitor) throw unknownVisitor()
  await assertNotTooOften(services.db, { kind: 'codes', tenantId: tenant.id, person: visitor.email, address })
  await services.db.inTenant(tenant.id, async (tx) => {
    const code = newCode()
    await setCode(tx, visitor.id, codeHash(visitor.id, code), oneTimeCode.minutes)
    await queueMail(tx, codeMail(visitor.email, code))
  })
  return { sent: true as const }
})
